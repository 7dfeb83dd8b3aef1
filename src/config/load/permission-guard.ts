import { permissionRulesHook, ruleGuards } from '../../builtin/permission-rules/permission-rules.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import { matchAll } from '../../engine/hooks/matcher.ts';
import { pointNamed } from '../../engine/points/point.ts';
import { withIntactGlobals } from '../../handlers/intact-globals.ts';
import type { RuleLists } from '../../permissions/permission-rules.ts';
import type { FilePlace } from '../source/problem.ts';
import { projectFolder } from '../source/project-folder.ts';
import type { Declaration } from './declaration.ts';

/** Runs before all hooks without a lower priority. */
const rulesPriority = 10;

/**
 * The guard for deny and ask rules; null when there are none. In a group it runs beside the other members, which then see
 * the calls that it refuses.
 */
export function permissionGuard(
  { deny: denied = [], ask: asked = [] }: RuleLists,
  place: FilePlace,
  group: GroupOptions | null = null,
): Declaration | null {
  if (denied.length + asked.length === 0) return null;
  const parts = [
    denied.length > 0 && `deny ${denied.join(', ')}`,
    asked.length > 0 && `ask ${asked.join(', ')}`,
  ];
  return {
    point: pointNamed('PreToolUse'),
    name: group === null ? ruleGuards.own : ruleGuards.settings,
    agent: null,
    matcher: matchAll,
    options: { ...(group === null && { priority: rulesPriority }), guard: true, source: place.file },
    group,
    handler: withIntactGlobals(permissionRulesHook({ deny: denied, ask: asked }, projectFolder(place.file))),
    type: 'rules',
    runs: parts.filter((part) => part !== false).join('; '),
    description: 'Holds back the tool calls that the permission rules name.',
    place,
  };
}
