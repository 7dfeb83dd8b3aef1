import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { levelOf, userFiles, userFolder } from '../../config/load/levels.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { existingPath, isMissing } from '../../files/file-facts.ts';
import { stateRoot } from '../../files/state/state-folder.ts';
import { ApprovalRequired } from '../trust/approval-required.ts';
import { launcherPath } from './checksums.ts';

/** Where a person keeps what counts for them, which variables of a call could move. */
interface StoredPlaces {
  /** The folder of the user's configuration. */
  readonly folder: string;
  /** The names of the files in it. */
  readonly files: readonly string[];
  /** The folder of what the user trusts and allows. */
  readonly state: string;
}

const mark = '# Where the user keeps what counts for them: ';

const fix = 'To fix it, if a person meant this: hookline install';

/** The line by which the launcher keeps the places of now: nobody removes them without the launcher. */
export function placesLine(): string {
  const places: StoredPlaces = {
    folder: userFolder(),
    files: userFiles().map((file) => basename(file)),
    state: stateRoot(),
  };
  return `${mark}${JSON.stringify(places)}`;
}

/**
 * Throws where the user's configuration is not the one of the installation: a file is gone, or a variable leads to another
 * folder, which may be a project's. Files that were added to the same folder count.
 */
export function checkPlaces(found: readonly string[]): void {
  const kept = storedPlaces();
  if (kept === null) return;
  const folder = userFolder();
  const isSame = isSameFolder(folder, kept.folder);
  const gone = kept.files.find((name) => !isSame || !found.includes(join(folder, name)));
  const other = isSame ? undefined : found.find((file) => levelOf(file) === 'user');
  const led = isSame ? '' : `; HOME or XDG_CONFIG_HOME leads to ${folder}`;
  if (gone !== undefined)
    throw new ApprovalRequired(
      `${join(kept.folder, gone)} counted when hookline was installed, and is not found any more${led}`,
      fix,
    );
  if (other !== undefined)
    throw new ApprovalRequired(
      `${other} is not the user's, whose folder was ${kept.folder} when hookline was installed${led}`,
      fix,
    );
  if (!isSameFolder(stateRoot(), kept.state))
    throw new ApprovalRequired(
      `what the user trusts is in ${kept.state}, and HOME or XDG_STATE_HOME leads to ${stateRoot()}`,
      fix,
    );
}

/** The user's files of now that the launcher does not keep: they came later. */
export function unstoredFiles(): readonly string[] {
  const kept = storedPlaces();
  return kept === null ? [] : userFiles().filter((file) => !kept.files.includes(basename(file)));
}

/** The line in the text of a launcher; empty where a version kept nothing. */
export function placesIn(launcher: string): string {
  return launcher.split('\n').find((one) => one.startsWith(mark)) ?? '';
}

/** Null where there is no launcher, or one of a version that kept nothing. */
function storedPlaces(): StoredPlaces | null {
  const line = launcherLines().find((one) => one.startsWith(mark));
  return line === undefined ? null : asPlaces(line.slice(mark.length));
}

function launcherLines(): readonly string[] {
  try {
    return readFileSync(launcherPath(), 'utf8').split('\n');
  } catch (problem) {
    if (isMissing(problem)) return [];
    throw problem;
  }
}

function asPlaces(text: string): StoredPlaces {
  const places: unknown = JSON.parse(text);
  if (isObject(places)) {
    const { folder, files, state } = places;
    if (typeof folder === 'string' && typeof state === 'string' && Array.isArray(files))
      return { folder, files: files.map(String), state };
  }
  throw new ApprovalRequired(`${launcherPath()} does not say where the user's configuration is`, fix);
}

function isSameFolder(one: string, other: string): boolean {
  return one === other || (existingPath(one) ?? one) === (existingPath(other) ?? other);
}
