import { dirname, resolve } from 'node:path';
import type { ChosenFiles } from '../../config/load/choose-files.ts';
import type { Config } from '../../config/load/config.ts';
import { levelOf, possibleFiles } from '../../config/load/levels.ts';
import { SourceFile } from '../../config/source/source-file.ts';
import { parseYaml } from '../../config/source/yaml-source.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { isFile } from '../../files/file-facts.ts';
import { checkPlaces } from '../install/kept-places.ts';
import { launcherPath } from '../install/launcher.ts';
import { ChangedSinceTrust, describeChange } from './changed-since-trust.ts';
import { smallText } from './read-state.ts';
import { knownFolders, recordFolders, recordsOf, type TrustRecord, trustRoot } from './trust-records.ts';
import { isSameState, runFiles, type TrustedState } from './trusted-state.ts';

/** Which of the files that were found count. */
export interface FoundTrust extends ChosenFiles {
  /** Those that nobody has looked at yet: their hooks do not run. */
  readonly untrusted: readonly string[];
  /** The states of those that are trusted, by file. */
  readonly states: ReadonlyMap<string, TrustedState>;
  /** All that this was found out from. */
  readonly seen: readonly string[];
}

/** What a person has looked at, or not. */
export type TrustStanding =
  | { readonly kind: 'trusted'; readonly state: TrustedState; readonly seen: readonly string[] }
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'changed'; readonly records: readonly (TrustRecord | null)[] };

/** Files of a project need trust. Those of the administrator and the user do not, nor does a file that was named. */
export function needsTrust(file: string): boolean {
  return ['project', 'local'].includes(levelOf(file));
}

/** Whether a person trusts a configuration as it is now. The file may be missing. */
export function standingOf(file: string, known = knownFolders()): TrustStanding {
  const folders = recordFolders(file).filter((folder) => known.has(folder));
  const records = folders.length === 0 ? [] : recordsOf(file);
  if (records.length === 0) return { kind: 'untrusted' };
  const folder = dirname(file);
  const same = records.find((record) => record !== null && isSameState(record.state, folder));
  if (same === undefined || same === null) return { kind: 'changed', records };
  return { kind: 'trusted', state: same.state, seen: [...folders, ...pathsOf(same.state, folder)] };
}

function pathsOf({ marks, modules, patterns }: TrustedState, folder: string): readonly string[] {
  const searched = Object.entries(patterns).flatMap(([pattern, names]) => [
    dirname(pattern.replace(/[*?].*$/, '_')),
    ...names.map((name) => dirname(name)),
  ]);
  return [...Object.keys(marks), ...Object.keys(modules), ...searched].map((path) => resolve(folder, path));
}

/**
 * Which files of a folder count. Throws where one has changed since it was trusted, or is gone, or where the user's are others
 * than at the installation: guards would be gone without a word.
 */
export function findTrust({ files, levels }: ChosenFiles, folder: string): FoundTrust {
  const nothing = { untrusted: [], states: new Map<string, TrustedState>(), seen: [] };
  if (!levels) return { files, levels, ...nothing };
  checkPlaces(files);
  const managed = files.filter((file) => levelOf(file) === 'managed');
  // Nobody need trust what does not run.
  if (isManagedOnly(files)) return { files: managed, levels, ...nothing, seen: [...managed, launcherPath()] };
  const known = knownFolders();
  const counting: string[] = [];
  const untrusted: string[] = [];
  const states = new Map<string, TrustedState>();
  const seen = [...managed, trustRoot(), launcherPath()];
  for (const file of files) {
    const standing: TrustStanding | null = needsTrust(file) ? standingOf(file, known) : null;
    if (standing?.kind === 'changed')
      throw new ChangedSinceTrust(file, describeChange(file, standing.records));
    if (standing?.kind === 'untrusted') untrusted.push(file);
    else counting.push(file);
    if (standing?.kind !== 'trusted') continue;
    states.set(file, standing.state);
    seen.push(...standing.seen);
  }
  for (const file of known.size === 0 ? [] : possibleFiles(folder)) {
    if (files.includes(file) || !needsTrust(file)) continue;
    const standing = standingOf(file, known);
    if (standing.kind === 'untrusted') continue;
    if (standing.kind === 'changed')
      throw new ChangedSinceTrust(file, describeChange(file, standing.records));
    seen.push(...standing.seen);
  }
  return { files: counting, levels, untrusted, states, seen };
}

/** Whether the managed level refuses the hooks of all others. */
export function isManagedOnly(files: readonly string[]): boolean {
  return files.some((file) => levelOf(file) === 'managed' && refusesLevelsBelow(file));
}

/** Whether a file of the managed level has `managed: { only: true }`. What cannot be read is refused when it is loaded. */
function refusesLevelsBelow(file: string): boolean {
  const text = smallText(file);
  if (text === null || !text.includes('managed')) return false;
  const { value } = parseYaml(new SourceFile(file, text));
  return isObject(value) && isObject(value['managed']) && value['managed']['only'] === true;
}

/**
 * Throws where a loaded configuration would run more than what was trusted: a file that came to stand before another, or one
 * that has changed in the meantime.
 */
export function checkLoaded({ states }: FoundTrust, { declarations }: Config): void {
  for (const [file, state] of states) {
    const folder = dirname(file);
    const known = new Set(Object.keys(state.marks).map((path) => resolve(folder, path)));
    const own = declarations.filter(({ place }) => known.has(place.file));
    const other = runFiles(file, own).files.find((path) => !known.has(path) && isFile(path));
    if (other !== undefined) throw new ChangedSinceTrust(file, `its hooks would run ${other}, which is new`);
    if (!isSameState(state, folder)) throw new ChangedSinceTrust(file, 'it changed just now');
  }
}
