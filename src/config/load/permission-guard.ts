import {
  allowRulesHook,
  allowRulesName,
  permissionRulesHook,
  ruleGuards,
} from '../../builtin/permission-rules/permission-rules.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import { matchAll } from '../../engine/hooks/matcher.ts';
import { pointNamed } from '../../engine/points/point.ts';
import { withIntactGlobals } from '../../handlers/intact-globals.ts';
import type { FilePlace } from '../source/problem.ts';
import type { Declaration } from './declaration.ts';

const rulesPriority = 10;

export type RuleOrigin = 'a person' | 'Claude Code';

interface PlacedRules {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly root: string;
  readonly from: RuleOrigin;
  readonly place: FilePlace;
}

/** In a group it runs beside the other members, which then see the calls that it refuses. */
export function permissionGuard(
  sets: readonly PlacedRules[],
  group: GroupOptions | null = null,
): readonly Declaration[] {
  const restraining = sets.filter(({ deny, ask }) => deny.length + ask.length > 0);
  return [...guardOf(restraining, group), ...allowing(sets.filter(({ allow }) => allow.length > 0))];
}

/** At PreToolUse alone: at PermissionRequest, an allow would answer what a guard asks. */
function allowing(sets: readonly PlacedRules[]): readonly Declaration[] {
  const [first] = sets;
  if (first === undefined) return [];
  return [
    {
      point: pointNamed('PreToolUse'),
      name: allowRulesName,
      agent: null,
      matcher: matchAll,
      options: { priority: rulesPriority, source: first.place.file, family: {} },
      group: null,
      handler: withIntactGlobals(allowRulesHook(sets)),
      type: 'rules',
      runs: `allow ${sets.flatMap(({ allow }) => allow).join(', ')}`,
      description: 'Allows the tool calls that the permission rules cover completely.',
      place: first.place,
    },
  ];
}

function guardOf(sets: readonly PlacedRules[], group: GroupOptions | null): readonly Declaration[] {
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
    handler: withIntactGlobals(
      permissionRulesHook(sets.map((set) => ({ ...set, isAnyDepth: set.from === 'Claude Code' }))),
    ),
    type: 'rules',
    runs: parts.filter((part) => part !== false).join('; '),
    description: 'Blocks the tool calls that the permission rules name.',
    place,
  };
  return [guard];
}
