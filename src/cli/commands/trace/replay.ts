import { chooseFiles, noConfig } from '../../../config/load/choose-files.ts';
import type { ReplayReport } from '../../../trace/replay/replay.ts';
import type { CommandRun } from '../../command.ts';
import { eventsOf, recordedFiles } from '../../replay/recorded-files.ts';
import { replayEvents, replayInCopies } from '../../replay/replay-events.ts';
import { showReplay } from '../../replay/show-replay.ts';

/** Fires recorded events at a configuration, and shows the decisions that would differ. */
export const runReplay: CommandRun = async ({ arguments: named, options, terminal, signal }) => {
  const chosen = chooseFiles(options['config']);
  if (chosen.files.length === 0) throw noConfig(process.cwd());
  const events = eventsOf(await recordedFiles(named));
  const replaying = options['run'] === true ? replayInCopies : replayEvents;
  const report = await replaying(events, { chosen, signal });
  if (options['json'] === true) terminal.print(JSON.stringify(asJson(report)));
  else showReplay(report, terminal);
  return report.different.length === 0 ? 0 : 1;
};

function asJson({ events, same, notReplayable, different }: ReplayReport): object {
  return {
    events,
    same,
    notReplayable: notReplayable.length,
    different: different.map(({ id, point, before, after, hook }) => ({ id, point, before, after, hook })),
  };
}
