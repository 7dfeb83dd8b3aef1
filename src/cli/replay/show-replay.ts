import { oneLine, visible } from '../../gateway/answer/visible.ts';
import { localTime } from '../../trace/read/local-time.ts';
import type { ReplayDifference, ReplayReport } from '../../trace/replay/replay.ts';
import { counted } from '../show/show-problem.ts';
import { alignColumns } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** More events of one rule than these are only counted. */
const maxShown = 20;

/** The decisions that would differ, by the hook and the rule that make the difference. */
export function showReplay(
  { events, same, notReplayable, reasons, different }: ReplayReport,
  { print, colors }: Terminal,
): void {
  const { bold, dim, green, red, yellow } = colors;
  for (const [rule, group] of byRule(different)) {
    print(bold(`${visible(rule)}  ${counted(group.length, 'event')}`));
    const rows = group.slice(0, maxShown).map((difference) => row(difference, dim));
    for (const line of alignColumns(rows)) print(`  ${line}`);
    if (group.length > maxShown) print(dim(`  and ${group.length - maxShown} more: --json has them all`));
    print('');
  }
  for (const [why, count] of reasons)
    print(dim(`${counted(count, 'event')} cannot be replayed: ${visible(why)}`));
  const sum = `${counted(events, 'event')}, ${same} the same, ${different.length} different, ${notReplayable} not replayable`;
  const isCompared = same + different.length > 0;
  const mark = different.length > 0 ? red('✗') : isCompared ? green('✓') : yellow('–');
  print(`${mark} ${sum}${isCompared ? '' : ': nothing could be compared'}`);
}

/** The rules with the most events first. */
function byRule(different: readonly ReplayDifference[]): readonly [string, readonly ReplayDifference[]][] {
  const groups = new Map<string, ReplayDifference[]>();
  for (const difference of different) {
    const name = [difference.hook ?? 'no hook', difference.rule].filter(Boolean).join('  ');
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [difference]);
    else group.push(difference);
  }
  return [...groups].sort(([, left], [, right]) => right.length - left.length);
}

function row(
  { before, after, point, at, tool, about, reason, note }: ReplayDifference,
  dim: (text: string) => string,
): readonly string[] {
  return [
    dim(oneLine(localTime(at))),
    `${before ?? 'passed'} → ${after ?? 'passes'}`,
    visible(tool ?? point),
    oneLine(about, 70),
    note === null ? dim(oneLine(reason ?? '', 60)) : oneLine(note, 140),
  ];
}
