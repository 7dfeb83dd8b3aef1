export type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}

/** Takes note of a promise in the wrong place: that it may be rejected must not take the host down. */
export function ignoreRejection(value: unknown): void {
  if (value instanceof Promise) Promise.prototype.then.call(value, undefined, () => {});
}

export function keysOf(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[step];
  }
  return current;
}
