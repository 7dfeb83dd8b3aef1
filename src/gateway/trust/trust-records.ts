import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { isMissing } from '../../files/file-facts.ts';
import { nameBeside } from '../../files/take-file.ts';
import { privateFolder } from '../state/state-file.ts';
import { stateRoot, stateUnwritable } from '../state/state-folder.ts';
import { textMark } from './content-mark.ts';
import { asState, type TrustedState } from './trusted-state.ts';

/** How many states of one configuration are trusted. The oldest goes first. */
const maxStates = 32;

const maxConfigurations = 4096;

/** A draft that nobody has finished by then was left behind. */
const draftLifeMs = 60_000;

/** A state that a person trusts. */
export interface TrustRecord {
  readonly state: TrustedState;
  readonly at: string;
  /** The text of its small files. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The folder of what the user trusts: a folder for each configuration, with a file for each of its states. */
export function trustRoot(): string {
  return join(stateRoot(), 'trust');
}

/** The folders that may hold the records of a configuration: by where it is, and by how it was reached. */
export function recordFolders(file: string): readonly string[] {
  return [...new Set([realFile(file), file])].map((path) => join(trustRoot(), textMark(path)));
}

/** A configuration by its real folder. It need not be there. */
function realFile(file: string): string {
  try {
    return join(realpathSync.native(dirname(file)), basename(file));
  } catch {
    return file;
  }
}

/** What is trusted of a configuration; null for a record that cannot be read. */
export function recordsOf(file: string): readonly (TrustRecord | null)[] {
  return recordFolders(file).flatMap((folder) => recordsIn(folder));
}

/** The configurations that have a folder of records. */
export function knownFolders(): ReadonlySet<string> {
  return new Set(namesIn(trustRoot(), /^[0-9a-f]{64}$/).map((name) => join(trustRoot(), name)));
}

function recordsIn(folder: string): readonly (TrustRecord | null)[] {
  return namesIn(folder, /^[0-9a-f]{64}\.json$/).map((name) => readRecord(join(folder, name)));
}

/** Everything that is trusted, by configuration. */
export function allRecords(): ReadonlyMap<string, readonly TrustRecord[]> {
  const all = new Map<string, TrustRecord[]>();
  for (const folder of knownFolders())
    for (const record of recordsIn(folder))
      if (record !== null) all.set(record.state.file, [...(all.get(record.state.file) ?? []), record]);
  return all;
}

function readRecord(path: string): TrustRecord | null {
  try {
    const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isObject(record)) return null;
    const { state, at, texts } = record;
    const read = asState(state);
    if (read === null || typeof at !== 'string' || !isObject(texts)) return null;
    return { state: read, at, texts: texts as Readonly<Record<string, string>> };
  } catch {
    return null;
  }
}

/** Only a folder that is not there has none: what one holds that cannot be read, nobody knows. */
function namesIn(folder: string, wanted: RegExp): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => wanted.test(name));
  } catch (problem) {
    if (isMissing(problem)) return [];
    throw problem;
  }
}

/** Records a state. Whoever is killed in between leaves what was there before; who writes another state takes nothing away. */
export async function recordTrust(
  state: TrustedState,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const own: TrustedState = { ...state, file: realFile(state.file) };
  privateFolder('trust');
  const folder = privateFolder('trust', textMark(own.file));
  await makeRoom(folder);
  const record: TrustRecord = { state: own, at: new Date().toISOString(), texts };
  const path = join(folder, `${textMark(JSON.stringify(own))}.json`);
  await writeRecord(path, JSON.stringify(record)).catch((problem: unknown) => {
    throw stateUnwritable(problem, path);
  });
  await syncFolder(folder);
  await tidy(folder);
}

async function writeRecord(path: string, text: string): Promise<void> {
  const draft = nameBeside(path, 'draft');
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}

/** Forgets every state of a configuration, at once. */
export async function forgetTrust(file: string): Promise<boolean> {
  let isForgotten = false;
  for (const folder of recordFolders(file)) {
    if (!existsSync(folder)) continue;
    const gone = nameBeside(folder, 'gone');
    await rename(folder, gone);
    await syncFolder(trustRoot());
    await rm(gone, { recursive: true, force: true });
    isForgotten = true;
  }
  return isForgotten;
}

/** Folders that are gone need no trust any more. */
async function makeRoom(wanted: string): Promise<void> {
  if (knownFolders().size <= maxConfigurations) return;
  for (const [file] of allRecords()) if (!existsSync(dirname(file))) await forgetTrust(file);
  if (knownFolders().size <= maxConfigurations) return;
  await rm(wanted, { recursive: true, force: true });
  throw new HooklineError(
    'file-unwritable',
    `${trustRoot()} has ${maxConfigurations} configurations already; see hookline trust --list, and forget some with: hookline trust --remove FOLDER`,
  );
}

/** Keeps the newest states, and removes drafts that were left behind. */
async function tidy(folder: string): Promise<void> {
  const names = await readdir(folder);
  const times = await Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      time: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
      isDraft: name.startsWith('.'),
    })),
  );
  const states = times.filter(({ isDraft }) => !isDraft).sort((one, other) => other.time - one.time);
  const old = times.filter(({ isDraft, time }) => isDraft && time < Date.now() - draftLifeMs);
  for (const { path } of [...states.slice(maxStates), ...old]) await rm(path, { force: true });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
