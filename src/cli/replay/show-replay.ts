import { isObject } from '../../engine/values/shapes.ts';
import type { ReplayDifference, ReplayReport } from '../../trace/replay/replay.ts';
import { counted } from '../show/show-problem.ts';
import { alignColumns } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { oneLine, visible } from '../terminal/visible.ts';

/** More events of one hook than these are only counted. */
const maxShown = 20;

/** The decisions that would differ, by the hook that makes the difference. */
export function showReplay(
  { events, same, notReplayable, different }: ReplayReport,
  { print, colors }: Terminal,
): void {
  const { bold, dim, green, red } = colors;
  for (const [hook, group] of byHook(different)) {
    print(bold(`${visible(hook)}  ${counted(group.length, 'event')}`));
    const rows = group.slice(0, maxShown).map((difference) => row(difference, dim));
    for (const line of alignColumns(rows)) print(`  ${line}`);
    if (group.length > maxShown) print(dim(`  and ${group.length - maxShown} more: --json has them all`));
    print('');
  }
  for (const [why, count] of reasons(notReplayable))
    print(dim(`${counted(count, 'event')} cannot be replayed: ${why}`));
  const sum = `${counted(events, 'event')}, ${same} the same, ${different.length} different, ${notReplayable.length} not replayable`;
  print(`${different.length === 0 ? green('✓') : red('✗')} ${sum}`);
}

function byHook(different: readonly ReplayDifference[]): ReadonlyMap<string, readonly ReplayDifference[]> {
  const groups = new Map<string, ReplayDifference[]>();
  for (const difference of different) {
    const hook = difference.hook ?? 'no hook';
    groups.set(hook, [...(groups.get(hook) ?? []), difference]);
  }
  return groups;
}

function row(
  { before, after, point, recorded, outcome }: ReplayDifference,
  dim: (text: string) => string,
): readonly string[] {
  const { at, tool, input } = recorded.firing;
  const call = isObject(input) ? (input['tool_input'] ?? input['prompt'] ?? null) : null;
  const about = call === null ? '' : oneLine(typeof call === 'string' ? call : JSON.stringify(call), 70);
  const why = outcome.reason === null ? '' : dim(oneLine(outcome.reason, 60));
  return [
    dim(at.slice(0, 19).replace('T', ' ')),
    `${before ?? 'passed'} → ${after ?? 'passes'}`,
    visible(tool ?? point),
    about,
    why,
  ];
}

function reasons(notReplayable: ReplayReport['notReplayable']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { why } of notReplayable) counts.set(why, (counts.get(why) ?? 0) + 1);
  return counts;
}
