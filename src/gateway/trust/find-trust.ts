import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { ChosenFiles } from '../../config/load/choose-files.ts';
import type { Config } from '../../config/load/config.ts';
import { levelOf, possibleFiles } from '../../config/load/levels.ts';
import { SourceFile } from '../../config/source/source-file.ts';
import { parseYaml } from '../../config/source/yaml-source.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { isFile } from '../../files/file-facts.ts';
import { launcherPath } from '../install/checksums.ts';
import { checkPlaces } from '../install/stored-places.ts';
import { ChangedSinceTrust, describeChange } from './changed-since-trust.ts';
import { smallText } from './read-state.ts';
import { knownFolders, recordFolders, recordsOf, type TrustRecord, trustRoot } from './trust-records.ts';
import { isSameState, runFiles, type TrustedState } from './trusted-state.ts';

export interface FoundTrust extends ChosenFiles {
  readonly untrusted: readonly string[];
  readonly states: ReadonlyMap<string, TrustedState>;
  readonly seen: readonly string[];
}

export type TrustStanding =
  | { readonly kind: 'trusted'; readonly state: TrustedState; readonly seen: readonly string[] }
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'changed'; readonly records: readonly (TrustRecord | null)[] };

/** The administrator's and user's files, and files named by hand, need no trust. */
export function needsTrust(file: string): boolean {
  return ['project', 'local'].includes(levelOf(file));
}

/** In another worktree of a repository, trust in the main one counts while the files are equal. */
export function standingOf(file: string, known = knownFolders()): TrustStanding {
  const own = standingBy(file, file, known);
  if (own.kind !== 'untrusted' || known.size === 0) return own;
  const main = inMainWorktree(file);
  const shared = main === null ? own : standingBy(file, main, known);
  return shared.kind === 'changed' ? own : shared;
}

function standingBy(file: string, recorded: string, known: ReadonlySet<string>): TrustStanding {
  const folders = recordFolders(recorded).filter((folder) => known.has(folder));
  const records = folders.length === 0 ? [] : recordsOf(recorded);
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
 * Throws when a trusted file changed or is missing, or the user's places differ from those at installation: guards
 * would silently be gone.
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

export function isManagedOnly(files: readonly string[]): boolean {
  return files.some((file) => levelOf(file) === 'managed' && refusesLevelsBelow(file));
}

/** An unreadable file is refused when it is loaded. */
function refusesLevelsBelow(file: string): boolean {
  const text = smallText(file);
  if (text === null || !text.includes('managed')) return false;
  const { value } = parseYaml(new SourceFile(file, text));
  return isObject(value) && isObject(value['managed']) && value['managed']['only'] === true;
}

/** A file may have come to shadow another, or changed meanwhile. */
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

function inMainWorktree(file: string): string | null {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    const facts = statSync(git, { throwIfNoEntry: false });
    if (facts !== undefined) {
      const shared = facts.isFile() ? sharedFolder(git) : null;
      return shared === null ? null : join(dirname(shared), relative(folder, file));
    }
    if (dirname(folder) === folder) return null;
  }
}

function sharedFolder(pointer: string): string | null {
  try {
    const [, own = ''] = /^gitdir: (.+)$/m.exec(readFileSync(pointer, 'utf8')) ?? [];
    const folder = resolve(dirname(pointer), own);
    const shared = resolve(folder, readFileSync(join(folder, 'commondir'), 'utf8').trim());
    return own !== '' && basename(shared) === '.git' ? shared : null;
  } catch {
    return null;
  }
}
