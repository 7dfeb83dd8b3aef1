import type { HookInfo, Hooks } from '../../engine/hooks/hooks.ts';

/** What the hooks of a name have in common. */
export interface RegisteredHook {
  readonly file: string | null;
  readonly final: boolean;
}

const known = new WeakMap<Hooks, ReadonlyMap<string, RegisteredHook>>();

/** The hooks by name. Those of one name are final together. */
export function registeredHooks(hooks: Hooks): ReadonlyMap<string, RegisteredHook> {
  const found = known.get(hooks);
  if (found !== undefined) return found;
  const byName = new Map<string, RegisteredHook>();
  for (const { name, source, final } of hooks.list() satisfies readonly HookInfo[])
    byName.set(name, { file: source, final: final || byName.get(name)?.final === true });
  known.set(hooks, byName);
  return byName;
}
