import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { namesIn, privateFolder, syncToDisk, writeStateFile } from '../../files/state/state-file.ts';
import { stateRoot } from '../../files/state/state-folder.ts';
import { nameBeside } from '../../files/take-file.ts';
import { textMark } from './content-mark.ts';
import { asState, type TrustedState } from './trusted-state.ts';

const maxStates = 32;

const maxConfigurations = 4096;

/** A draft that nobody has finished by then was left behind. */
const draftLifeMs = 60_000;

export interface TrustRecord {
  readonly state: TrustedState;
  readonly at: string;
  readonly texts: Readonly<Record<string, string>>;
}

export function trustRoot(): string {
  return join(stateRoot(), 'trust');
}

export function recordFolders(file: string): readonly string[] {
  return [...new Set([realFile(file), file])].map((path) => join(trustRoot(), textMark(path)));
}

function realFile(file: string): string {
  try {
    return join(realpathSync.native(dirname(file)), basename(file));
  } catch {
    return file;
  }
}

export function recordsOf(file: string): readonly (TrustRecord | null)[] {
  return recordFolders(file).flatMap((folder) => recordsIn(folder));
}

export function knownFolders(): ReadonlySet<string> {
  const names = namesIn('trust').filter((name) => /^[0-9a-f]{64}$/.test(name));
  return new Set(names.map((name) => join(trustRoot(), name)));
}

function recordsIn(folder: string): readonly (TrustRecord | null)[] {
  const names = namesIn('trust', basename(folder)).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
  return names.map((name) => readRecord(join(folder, name)));
}

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

/** A process killed in between leaves the old state; writers of other states don't conflict. */
export function recordTrust(state: TrustedState, texts: Readonly<Record<string, string>>): void {
  const own: TrustedState = { ...state, file: realFile(state.file) };
  privateFolder('trust');
  const folder = privateFolder('trust', textMark(own.file));
  makeRoom(folder);
  const record: TrustRecord = { state: own, at: new Date().toISOString(), texts };
  const path = join(folder, `${textMark(JSON.stringify(own))}.json`);
  writeStateFile(path, JSON.stringify(record), { lasting: true });
  tidy(folder);
}

export function forgetTrust(file: string): boolean {
  const present = recordFolders(file).filter((folder) => existsSync(folder));
  for (const folder of present) {
    const gone = nameBeside(folder, 'gone');
    renameSync(folder, gone);
    syncToDisk(trustRoot());
    rmSync(gone, { recursive: true, force: true });
  }
  return present.length > 0;
}

function makeRoom(wanted: string): void {
  if (knownFolders().size <= maxConfigurations) return;
  for (const [file] of allRecords()) if (!existsSync(dirname(file))) forgetTrust(file);
  if (knownFolders().size <= maxConfigurations) return;
  rmSync(wanted, { recursive: true, force: true });
  throw new HooklineError(
    'file-unwritable',
    `${trustRoot()} has ${maxConfigurations} configurations already; see hookline trust --list, and forget some with: hookline trust --remove FOLDER`,
  );
}

function tidy(folder: string): void {
  const files = readdirSync(folder).map((name) => {
    const path = join(folder, name);
    const time = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return { path, time, isDraft: name.startsWith('.') };
  });
  const states = files.filter(({ isDraft }) => !isDraft).sort((one, other) => other.time - one.time);
  const before = Date.now() - draftLifeMs;
  const drafts = files.filter(({ isDraft, time }) => isDraft && time < before);
  for (const { path } of [...states.slice(maxStates), ...drafts]) rmSync(path, { force: true });
}
