import type { HookInfo, Hooks } from '../../engine/hooks/hooks.ts';

/** What the hooks of a name have in common. */
export interface HookFacts {
  readonly file: string | null;
  readonly final: boolean;
}

const known = new WeakMap<Hooks, ReadonlyMap<string, HookFacts>>();

/** The hooks by name. Those of one name are final together. */
export function hookFacts(hooks: Hooks): ReadonlyMap<string, HookFacts> {
  const found = known.get(hooks);
  if (found !== undefined) return found;
  const byName = new Map<string, HookFacts>();
  for (const { name, source, final } of hooks.list() satisfies readonly HookInfo[])
    byName.set(name, { file: source, final: final || byName.get(name)?.final === true });
  known.set(hooks, byName);
  return byName;
}
