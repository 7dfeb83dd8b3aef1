import { resolve } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { type DiskFile, deleteDiskFile, readDiskFile, writeDiskFile } from '../../files/disk-file.ts';
import type { EntryAuthor, FileVersion, HistoryEntry } from './entry.ts';
import { entriesForFoundFile, type FoundFile, unfinishedWrite } from './found-files.ts';
import type { NewVersion } from './git-format.ts';
import type { HistoryPaths } from './paths.ts';
import { blobName, type ShadowGit } from './shadow-git.ts';
import { planUndo, sameContent, type UndoPlan } from './undo-plan.ts';

export interface UndoOptions {
  /** How many writes to undo. Writes that are already undone do not count. Default: 1. */
  readonly steps?: number;
  readonly to?: string;
  readonly file?: string;
  /** Also overwrites what others changed, and records that first. */
  readonly force?: boolean;
}

export interface UndoResult {
  readonly restored: readonly { readonly path: string; readonly deleted: boolean }[];
  /** Why nothing was done: files that others changed. With `force`: files that could not be written. */
  readonly conflicts: readonly { readonly path: string; readonly reason: string }[];
  readonly undone: readonly HistoryEntry[];
  /** The record before this one. `undo({ to: before })` takes the undo back. */
  readonly before: string | null;
}

export interface Restoring {
  readonly git: ShadowGit;
  readonly paths: HistoryPaths;
  readonly options: UndoOptions;
  readonly author: EntryAuthor;
  readonly scratch: () => string | null;
}

type Conflict = UndoResult['conflicts'][number];

interface Return extends FoundFile {
  readonly path: string;
  readonly target: DiskFile | null;
}

class Overtaken extends Error {}

const maxAttempts = 5;

export async function restore(restoring: Restoring): Promise<UndoResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryToRestore(restoring);
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === maxAttempts) throw error;
    }
  }
}

async function tryToRestore(restoring: Restoring): Promise<UndoResult> {
  const { git, options } = restoring;
  await git.refresh();
  const before = git.head;
  const plan = makePlan(await git.log(), restoring);
  const nothing = { restored: [], conflicts: [], undone: [], before };
  if (plan.isNothing) return nothing;
  const refusals = new Map([...plan.files.keys()].map((name) => [name, refusalOf(restoring, name)]));
  const refused = [...refusals.values()].filter((conflict) => conflict !== null);
  if (refused.length > 0 && options.force !== true) return { ...nothing, conflicts: refused };
  const returns = await Promise.all(
    [...plan.files]
      .filter(([name]) => refusals.get(name) === null)
      .map(([name, version]) => returnOf(restoring, name, version)),
  );
  if (returns.length === 0 && refused.length > 0) return { ...nothing, conflicts: refused };
  if (await tookBackUnfinished(restoring, returns, before)) return tryToRestore(restoring);
  const conflicts = returns.flatMap((each) => conflictsOf(restoring, plan, each));
  if (conflicts.length > 0 && options.force !== true) return { ...nothing, conflicts };
  await record(restoring, plan, returns, before);
  const failures = (await Promise.all(returns.map((each) => putBack(restoring, each)))).flat();
  const restored = returns
    .filter(({ shown }) => !failures.some(({ path }) => path === shown))
    .map(({ shown, target }) => ({ path: shown, deleted: target === null }));
  return { restored, conflicts: [...refused, ...failures], undone: plan.undone, before };
}

function makePlan(log: readonly HistoryEntry[], { options, paths }: Restoring): UndoPlan {
  const { steps, to, file } = options;
  if (to !== undefined && steps !== undefined) {
    throw new HooklineError('option-invalid', 'an undo goes so many steps back or to a record, not both');
  }
  if (steps !== undefined && !(Number.isInteger(steps) && steps > 0)) {
    throw new HooklineError('option-invalid', `an undo takes back a whole number of steps, not ${steps}`);
  }
  const plan = planUndo(log, {
    ...(steps === undefined ? {} : { steps }),
    ...(to === undefined ? {} : { to: recordNamed(log, to) }),
    ...(file === undefined ? {} : { file: nameOf(log, paths, file) }),
  });
  if (plan === null) throw unknownRecord(to ?? '');
  return plan;
}

/** The name of a file in the history, also when the way to it has become a link since: then that is what to say. */
function nameOf(log: readonly HistoryEntry[], paths: HistoryPaths, file: string): string {
  const names = [paths.real(file), resolve(paths.root, file)].map((path) => paths.inHistory(path));
  const known = new Set(log.flatMap(({ changes }) => changes.map(({ path }) => path)));
  return names.find((name) => known.has(name)) ?? names[0] ?? '';
}

function recordNamed(log: readonly HistoryEntry[], start: string): string {
  const found = start.length < 4 ? [] : log.filter(({ id }) => id.startsWith(start));
  if (found.length === 1 && found[0] !== undefined) return found[0].id;
  throw unknownRecord(start);
}

function unknownRecord(id: string): HooklineError {
  return new HooklineError(
    'history-unknown',
    `"${id}" isn't a record of the history, or several begin with it; give at least four characters of one`,
  );
}

function refusalOf({ paths, options }: Restoring, name: string): Conflict | null {
  const reason = paths.objection(name, options.file !== undefined);
  return reason === null ? null : { path: paths.shown(paths.behind(name)), reason };
}

async function returnOf(
  { git, paths }: Restoring,
  name: string,
  version: FileVersion | null,
): Promise<Return> {
  const path = paths.behind(name);
  const target =
    version === null ? null : { content: await git.read(version), executable: version.executable };
  return { name, shown: paths.shown(path), path, file: await readDiskFile(path), target };
}

function conflictsOf(
  { git }: Restoring,
  plan: UndoPlan,
  { name, shown: path, file, target }: Return,
): readonly Conflict[] {
  if (sameContent(versionOf(file), versionOf(target))) return [];
  if (!sameContent(versionOf(file), git.version(name)))
    return [{ path, reason: 'somebody else changed it since an agent last wrote it' }];
  return plan.changedBetween.has(name)
    ? [{ path, reason: 'somebody else changed it between the writes of agents that would be undone' }]
    : [];
}

async function record(
  { git, author }: Restoring,
  plan: UndoPlan,
  returns: readonly Return[],
  planned: string | null,
): Promise<void> {
  const files = new Map<string, NewVersion>(returns.map(({ name, target }) => [name, target]));
  const shown = returns.map((each) => each.shown).join(', ');
  const undone = plan.undone.map(({ id }) => id);
  await git.record(async () => {
    if (git.head !== planned) throw new Overtaken('the history went on');
    const found = await Promise.all(returns.map((each) => entriesForFoundFile(git, each, author)));
    return [
      ...found.flat(),
      {
        ...author,
        kind: 'undo',
        summary: `Undo ${shown === '' ? 'what has left no trace' : shown}`,
        undone,
        to: plan.to,
        files,
      },
    ];
  });
}

/** A process was killed before it wrote: such writes count neither as steps nor as conflicts. */
async function tookBackUnfinished(
  { git, author }: Restoring,
  returns: readonly Return[],
  planned: string | null,
): Promise<boolean> {
  const found = await Promise.all(returns.map((each) => unfinishedWrite(git, each, author)));
  const entries = found.filter((entry) => entry !== null);
  if (entries.length === 0) return false;
  await git.record(() => {
    if (git.head !== planned) throw new Overtaken('the history went on');
    return entries;
  });
  return true;
}

async function putBack(
  { scratch, paths, options }: Restoring,
  { name, path, shown, file, target }: Return,
): Promise<readonly Conflict[]> {
  if (sameContent(versionOf(file), versionOf(target))) return [];
  const reason = paths.objection(name, options.file !== undefined);
  if (reason !== null) return [{ path: shown, reason }];
  // The executable bit of an existing file isn't content.
  const executable = file === null && target !== null ? { executable: target.executable } : {};
  try {
    if (target === null) await deleteDiskFile(path);
    else await writeDiskFile(path, target.content, { scratch: scratch(), ...executable });
    return [];
  } catch (error) {
    return [{ path: shown, reason: messageOf(error) }];
  }
}

function versionOf(file: DiskFile | null): FileVersion | null {
  return file === null ? null : { blob: blobName(file.content), executable: file.executable };
}
