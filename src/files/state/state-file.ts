import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { isMissing } from '../file-facts.ts';
import { makeFolderSync } from '../make-folder.ts';
import { nameBeside } from '../take-file.ts';
import { stateRoot, stateUnwritable } from './state-folder.ts';

// Without O_NONBLOCK, opening a pipe would wait for its other end.
const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;

const maxBytes = 4 * 1024 * 1024;

/** Throws when the folder belongs to another user or is a link. */
export function privateFolder(...names: readonly string[]): string {
  const folder = join(stateRoot(), ...names);
  try {
    makeFolderSync(folder, 0o700);
    for (const one of [stateRoot(), folder]) keepPrivate(one);
  } catch (problem) {
    throw stateUnwritable(problem, folder);
  }
  return folder;
}

function keepPrivate(folder: string): void {
  const facts = lstatSync(folder);
  const uid = process.getuid?.() ?? facts.uid;
  if (!facts.isDirectory()) throw notOwn(`${folder} is not a folder. Move it away.`);
  if (facts.uid !== uid)
    throw notOwn(
      `${folder} belongs to another user, who could change its notes. To take it over: chown -R ${uid} ${folder}. Or name another folder in XDG_STATE_HOME.`,
    );
  if ((facts.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

function notOwn(message: string): HooklineError {
  return new HooklineError('file-unwritable', message);
}

export function namesIn(...names: readonly string[]): readonly string[] {
  try {
    return readdirSync(join(stateRoot(), ...names));
  } catch (problem) {
    if (isMissing(problem)) return [];
    throw problem;
  }
}

export function readStateFile(file: string): string | null {
  return withStateFile(file, (handle) => {
    if (sizeOf(file, handle) > maxBytes) throw new Error(`${file} is too long`);
    return readFileSync(handle, 'utf8');
  });
}

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
    // Most calls find none, and an error takes longer than a look.
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return null;
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

/** Atomic: readers see the old or the new file. `lasting` also survives a crash of the machine. */
export function writeStateFile(file: string, text: string, { lasting = false } = {}): void {
  const draft = nameBeside(file, 'draft');
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    if (lasting) syncToDisk(draft);
    renameSync(draft, file);
    if (lasting) syncToDisk(dirname(file));
  } catch (problem) {
    rmSync(draft, { force: true });
    throw stateUnwritable(problem, file);
  }
}

export function syncToDisk(path: string): void {
  const handle = openSync(path, O_RDONLY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** In one write, so lines of several processes don't mix. */
export function appendStateLines(file: string, lines: string): number {
  const handle = openSync(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const size = sizeOf(file, handle);
    if (size > maxBytes) throw new Error(`${file} is too long`);
    // A disk that was full may have taken only a part of the last line.
    const last = Buffer.alloc(1);
    const isTorn = size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
    const bytes = Buffer.from(isTorn ? `\n${lines}` : lines);
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

export function jsonLines(text: string): readonly unknown[] {
  return text.split('\n').flatMap((line) => {
    const value = parsedJson(line);
    return value === undefined ? [] : [value];
  });
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function keyName(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
