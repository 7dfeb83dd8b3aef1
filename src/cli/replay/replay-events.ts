import { existsSync } from 'node:fs';
import type { ChosenFiles } from '../../config/load/choose-files.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import { type Replayed, type ReplayReport, replay } from '../../trace/replay/replay.ts';
import { CopiedFolder } from './copied-folder.ts';
import { ReplayedConfig } from './replay-config.ts';

/** What events are fired at, and how. */
export interface ReplaySetting {
  readonly chosen: ChosenFiles;
  readonly signal: AbortSignal;
  /** Texts to read in place of files. Default: none. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** Fires events at a configuration. Hooks that do more than judge answer as recorded. */
export async function replayEvents(
  events: AsyncIterable<RecordedFiring>,
  { chosen, ...setting }: ReplaySetting,
): Promise<ReplayReport> {
  const config = await ReplayedConfig.load({ ...chosen, ...setting });
  try {
    return await replay(events, (recorded) => config.fire(recorded));
  } finally {
    await config.close();
  }
}

/** Fires events at a configuration whose hooks really run, each in a copy of the folder in which it happened. */
export async function replayInCopies(
  events: AsyncIterable<RecordedFiring>,
  { chosen, signal }: ReplaySetting,
): Promise<ReplayReport> {
  const places = new Map<string, { readonly copy: CopiedFolder; readonly config: ReplayedConfig }>();
  const fire = async (recorded: RecordedFiring): Promise<Replayed> => {
    const { folder } = recorded.firing;
    if (folder === null || !existsSync(folder)) return 'its folder is gone';
    let place = places.get(folder);
    if (place === undefined) {
      const copy = await CopiedFolder.of(folder);
      if (typeof copy === 'string') return copy;
      const files = chosen.files.map((file) => copy.path(file));
      place = { copy, config: await ReplayedConfig.load({ ...chosen, files, signal, runs: true }) };
      places.set(folder, place);
    }
    const { copy, config } = place;
    return copy.back(await config.fire(copy.event(recorded)));
  };
  try {
    return await replay(events, fire);
  } finally {
    for (const { copy, config } of places.values()) {
      await config.close();
      await copy.remove();
    }
  }
}
