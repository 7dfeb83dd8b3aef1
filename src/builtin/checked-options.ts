/** Options of a built-in hook that its schema has let through, and what it made of them. */
export interface CheckedOptions {
  readonly name: string;
  readonly given: unknown;
  readonly read: unknown;
}

/** Stands for no options at all. */
const none = {};

const readings = new WeakMap<object, Map<string, unknown>>();

/** From now on, these very options need no schema. */
export function rememberChecked({ name, given, read }: CheckedOptions): void {
  const key = keyOf(given);
  if (key === null) return;
  const byName = readings.get(key) ?? new Map<string, unknown>();
  readings.set(key, byName.set(name, read));
}

/** What a schema made of these options before; undefined where none did. */
export function checkedBefore(name: string, given: unknown): unknown {
  const key = keyOf(given);
  return key === null ? undefined : readings.get(key)?.get(name);
}

/** By themselves, not by what is in them: options that look alike may differ in what no text tells. */
function keyOf(given: unknown): object | null {
  if (given === undefined) return none;
  return typeof given === 'object' ? given : null;
}
