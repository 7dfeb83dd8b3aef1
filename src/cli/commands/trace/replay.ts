import { resolve } from 'node:path';
import { chooseFiles, noConfig } from '../../../config/load/choose-files.ts';
import type { ReplayReport } from '../../../trace/replay/replay.ts';
import type { CommandRun } from '../../command.ts';
import { replayEvents, replayInCopies } from '../../replay/replay-events.ts';
import { showReplay } from '../../replay/show-replay.ts';
import { filesOf, filterOf, toldFirings } from './source.ts';

/** Fires recorded events at a configuration, and shows the decisions that would differ. */
export const runReplay: CommandRun = async (call) => {
  const { arguments: named, options, terminal, signal } = call;
  const chosen = chooseFiles(options['config']);
  if (chosen.files.length === 0) throw noConfig(process.cwd());
  const recorded = await filesOf(call, named);
  // Hooks that really run do so elsewhere.
  const files = recorded.map(({ path }) => ({ path: resolve(path) }));
  const replaying = options['run'] === true ? replayInCopies : replayEvents;
  const report = await replaying(toldFirings(call, files, filterOf(call)), { chosen, signal });
  if (options['json'] === true) terminal.print(JSON.stringify(asJson(report)));
  else showReplay(report, terminal);
  return report.different.length === 0 ? 0 : 1;
};

function asJson({ events, same, notReplayable, different }: ReplayReport): object {
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
