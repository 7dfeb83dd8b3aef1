import { permissionRulesHook, ruleGuards } from '../../builtin/permission-rules/permission-rules.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import { matchAll } from '../../engine/hooks/matcher.ts';
import { pointNamed } from '../../engine/points/point.ts';
import { withIntactGlobals } from '../../handlers/intact-globals.ts';
import type { FilePlace } from '../source/problem.ts';
import type { Declaration } from './declaration.ts';

/** Runs before all hooks without a lower priority. */
const rulesPriority = 10;

/** Rules, and the folder that their paths count from. */
interface PlacedRules {
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly root: string;
  readonly place: FilePlace;
}

/**
 * The guard for deny and ask rules; none when there are none. In a group it runs beside the other members, which then see
 * the calls that it refuses.
 */
export function permissionGuard(
  sets: readonly PlacedRules[],
  group: GroupOptions | null = null,
): readonly Declaration[] {
  const [first] = sets;
  if (first === undefined) return [];
  const { place } = first;
  const denied = sets.flatMap(({ deny }) => deny);
  const asked = sets.flatMap(({ ask }) => ask);
  const parts = [
    denied.length > 0 && `deny ${denied.join(', ')}`,
    asked.length > 0 && `ask ${asked.join(', ')}`,
  ];
  const guard: Declaration = {
    point: pointNamed('PreToolUse'),
    name: group === null ? ruleGuards.own : ruleGuards.settings,
    agent: null,
    matcher: matchAll,
    options: { ...(group === null && { priority: rulesPriority }), guard: true, source: place.file },
    group,
    handler: withIntactGlobals(permissionRulesHook(sets)),
    type: 'rules',
    runs: parts.filter((part) => part !== false).join('; '),
    description: 'Holds back the tool calls that the permission rules name.',
    place,
  };
  return [guard];
}
