import { oneLine, visible } from '../../../gateway/answer/visible.ts';
import { StatsByHook } from '../../../trace/read/hook-stats.ts';
import type { CommandCall } from '../../command.ts';
import { alignColumns } from '../../terminal/table.ts';
import { askedFirings, filterOf } from './source.ts';

/** Counts the runs of each hook, and tells how long they took. */
export async function showStats(call: CommandCall): Promise<number> {
  const filter = filterOf(call);
  const stats = new StatsByHook();
  for await (const { runs } of askedFirings(call, call.arguments.slice(1)))
    for (const run of runs) if (filter.hook === undefined || run.hook === filter.hook) stats.add(run);
  const { terminal, options } = call;
  if (options['json'] === true) {
    terminal.print(visible(JSON.stringify(stats.all(), null, 2)));
    return 0;
  }
  const head = ['hook', 'fires', 'denies', 'asks', 'failures', 'skipped', 'p50', 'p95', 'p99'];
  const rows = stats
    .all()
    .map(({ hook, fires, denies, asks, failures, skipped, p50, p95, p99 }) => [
      oneLine(hook, 50),
      ...[fires, denies, asks, failures, skipped].map(String),
      ...[p50, p95, p99].map((ms) => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`),
    ]);
  for (const line of alignColumns([head.map(terminal.colors.dim), ...rows])) terminal.print(line);
  return 0;
}
