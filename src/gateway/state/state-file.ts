import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { isMissing } from '../../files/file-facts.ts';
import { nameBeside } from '../../files/take-file.ts';
import { stateRoot, stateUnwritable } from './state-folder.ts';

// Without O_NONBLOCK, opening a pipe would wait for somebody at its other end.
const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Longer files are nothing that hookline wrote. */
const maxBytes = 4 * 1024 * 1024;

/** A folder of the state that nobody else can read or write. Throws where it is somebody else's, or a link. */
export function privateFolder(...names: readonly string[]): string {
  const folder = join(stateRoot(), ...names);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const one of [stateRoot(), folder]) keepPrivate(one);
  } catch (problem) {
    throw stateUnwritable(problem, folder);
  }
  return folder;
}

function keepPrivate(folder: string): void {
  const facts = lstatSync(folder);
  const uid = process.getuid?.() ?? facts.uid;
  if (!facts.isDirectory()) throw notOwn(`${folder} is no folder. Move it away.`);
  if (facts.uid !== uid)
    throw notOwn(
      `${folder} belongs to another user, who could change what is noted there. To have it: chown -R ${uid} ${folder}. Or name another folder in XDG_STATE_HOME.`,
    );
  if ((facts.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

function notOwn(message: string): HooklineError {
  return new HooklineError('file-unwritable', message);
}

/** The names in a folder of the state; none when it is not there. */
export function namesIn(...names: readonly string[]): readonly string[] {
  try {
    return readdirSync(join(stateRoot(), ...names));
  } catch (problem) {
    if (isMissing(problem)) return [];
    throw problem;
  }
}

/** The text of a file; null when there is none. Throws at a link or a pipe: somebody else put it there. */
export function readStateFile(file: string): string | null {
  return readStateBytes(file)?.toString() ?? null;
}

/** The same, as it is on disk. */
export function readStateBytes(file: string): Buffer | null {
  return withStateFile(file, (handle) => {
    if (sizeOf(file, handle) > maxBytes) throw new Error(`${file} is too long`);
    return readFileSync(handle);
  });
}

/** The text at the end of a file, of so many bytes at most; null when there is none. */
export function readStateEnd(file: string, bytes: number): string | null {
  return withStateFile(file, (handle) => {
    const size = sizeOf(file, handle);
    const end = Buffer.alloc(Math.min(size, bytes));
    return end.toString('utf8', 0, readSync(handle, end, 0, end.length, size - end.length));
  });
}

function withStateFile<Value>(file: string, read: (handle: number) => Value): Value | null {
  let handle: number;
  try {
    handle = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (problem) {
    if (isMissing(problem)) return null;
    throw problem;
  }
  try {
    return read(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a file so that there is the old one or the new one, whenever the process ends. */
export function writeStateFile(file: string, text: string | Uint8Array): void {
  const draft = nameBeside(file, 'draft');
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  } catch (problem) {
    rmSync(draft, { force: true });
    throw stateUnwritable(problem, file);
  }
}

/** Appends whole lines in one write, so that those of several processes do not mix. Returns the size of the file. */
export function appendStateLines(file: string, lines: string): number {
  const handle = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    if (sizeOf(file, handle) > maxBytes) throw new Error(`${file} is too long`);
    const bytes = Buffer.from(lines);
    if (writeSync(handle, bytes) !== bytes.length) throw new Error(`${file} took only a part of the line`);
    return fstatSync(handle).size;
  } finally {
    closeSync(handle);
  }
}

function sizeOf(file: string, handle: number): number {
  const facts = fstatSync(handle);
  if (!facts.isFile()) throw new Error(`${file} is no file`);
  return facts.size;
}

/** What each line of a file says; a torn line says nothing. */
export function jsonLines(text: string): readonly unknown[] {
  return text.split('\n').flatMap((line) => {
    const value = parsedJson(line);
    return value === undefined ? [] : [value];
  });
}

/** Undefined where the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
