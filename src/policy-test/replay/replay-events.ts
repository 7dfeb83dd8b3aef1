import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ChosenFiles } from '../../config/load/choose-files.ts';
import { projectFolder } from '../../config/source/project-folder.ts';
import { realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import { type Replayed, type ReplayReport, replay } from '../../trace/replay/replay.ts';
import { CopiedFolder, isTooLarge } from './copied-folder.ts';
import { ReplayedConfig, type ReplayOptions } from './replay-config.ts';

export interface ReplaySetting {
  readonly chosen: ChosenFiles;
  readonly signal: AbortSignal;
  readonly texts?: ReadonlyMap<string, string>;
}

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

export async function replayInCopies(
  events: AsyncIterable<RecordedFiring>,
  { chosen, signal }: ReplaySetting,
): Promise<ReplayReport> {
  const before = process.cwd();
  // Scripts are looked for beside the name of a file, though it may be a link.
  const files = chosen.files.map((file) => join(realPath(dirname(file), before), basename(file)));
  const places = new Map<string, ReplayPlace | string>();
  const fire = async (recorded: RecordedFiring): Promise<Replayed> => {
    const { folder } = recorded.firing;
    if (folder === null || !existsSync(folder)) return 'its folder is gone';
    const real = realPath(folder, before);
    const project = projectOf(real, files);
    const place = places.get(project) ?? (await replayPlace(project, { ...chosen, files, signal }));
    places.set(project, place);
    if (typeof place === 'string') return place;
    const { copy, config } = place;
    // Hooks that are modules write to where this process is.
    if (!enter(copy.path(real))) return 'a hook has deleted its folder';
    return copy.back(await config.fire(copy.event(recorded, folder)), folder);
  };
  try {
    return await replay(events, fire);
  } finally {
    const entered = [...places.values()].filter((place) => typeof place !== 'string');
    for (const { config } of entered) await config.close();
    process.chdir(before);
    for (const { copy } of entered) await copy.remove();
  }
}

interface ReplayPlace {
  readonly copy: CopiedFolder;
  readonly config: ReplayedConfig;
}

async function replayPlace(
  project: string,
  { files, ...options }: ReplayOptions,
): Promise<ReplayPlace | string> {
  const copy = await CopiedFolder.of(project);
  if (typeof copy === 'string') return copy;
  try {
    const own = files.map((file) => copy.path(file));
    return { copy, config: await ReplayedConfig.load({ ...options, files: own, runs: true }) };
  } catch (problem) {
    await copy.remove();
    throw problem;
  }
}

/** The outermost folder with a configuration, so its scripts are copied too. */
function projectOf(folder: string, files: readonly string[]): string {
  const around = files.map(projectFolder).filter((one) => isWithin(folder, one) && !isTooLarge(one));
  return around.reduce((outer, one) => (isWithin(outer, one) ? one : outer), folder);
}

function enter(folder: string): boolean {
  try {
    process.chdir(folder);
    return true;
  } catch {
    return false;
  }
}
