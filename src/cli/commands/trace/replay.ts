import { resolve } from 'node:path';
import { chooseFiles, noConfig } from '../../../config/load/choose-files.ts';
import { oneLine, visible } from '../../../gateway/answer/visible.ts';
import { replayEvents, replayInCopies } from '../../../policy-test/replay/replay-events.ts';
import { localTime } from '../../../trace/read/local-time.ts';
import type { ReplayDifference, ReplayReport } from '../../../trace/replay/replay.ts';
import type { CommandRun } from '../../command.ts';
import { counted } from '../../show/show-problem.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { filesOf, filterOf, toldFirings } from './source.ts';

const maxShown = 20;

function showReplay(
  { events, same, notReplayable, reasons, different }: ReplayReport,
  { print, printTable, colors }: Terminal,
): void {
  const { bold, dim, green, red, yellow } = colors;
  for (const [rule, group] of byRule(different)) {
    print(bold(`${visible(rule)}  ${counted(group.length, 'event')}`));
    const rows = group.slice(0, maxShown).map((difference) => row(difference, dim));
    printTable(rows, { indent: '  ' });
    if (group.length > maxShown) print(dim(`  and ${group.length - maxShown} more; --json lists all`));
    print('');
  }
  for (const [why, count] of reasons)
    print(dim(`${counted(count, 'event')} cannot be replayed: ${visible(why)}`));
  const sum = `${counted(events, 'event')}, ${same} the same, ${different.length} different, ${notReplayable} not replayable`;
  const isCompared = same + different.length > 0;
  const mark = different.length > 0 ? red('✗') : isCompared ? green('✓') : yellow('–');
  print(`${mark} ${sum}${isCompared ? '' : ': nothing could be compared'}`);
}

function byRule(different: readonly ReplayDifference[]): readonly [string, readonly ReplayDifference[]][] {
  const groups = new Map<string, ReplayDifference[]>();
  for (const difference of different) {
    const name = [difference.hook ?? 'no hook', difference.rule].filter(Boolean).join('  ');
    groups.set(name, [...(groups.get(name) ?? []), difference]);
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

export const runReplay: CommandRun = async (call) => {
  const { arguments: named, options, terminal, signal } = call;
  const chosen = chooseFiles(options['config']);
  if (chosen.files.length === 0) throw noConfig(process.cwd());
  const recorded = await filesOf(call, named);
  // With --run, the current folder changes.
  const files = recorded.map(({ path }) => ({ path: resolve(path) }));
  const replaying = options['run'] === true ? replayInCopies : replayEvents;
  const report = await replaying(toldFirings(call, files, filterOf(call)), { chosen, signal });
  if (call.isJson) terminal.print(JSON.stringify(asData(report)));
  else showReplay(report, terminal);
  return report.different.length === 0 ? 0 : 1;
};

function asData({ events, same, notReplayable, different }: ReplayReport): object {
  return {
    events,
    same,
    notReplayable,
    different: different.map(({ id, point, before, after, hook, note }) => ({
      ...{ id, point, before, after, hook },
      ...(note !== null && { note }),
    })),
  };
}
