import { closeSync, type Dir, type Dirent, opendirSync, openSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compileGlob } from '../../engine/hooks/fnmatch.ts';
import type { ShellCommand } from '../../shell/reading.ts';
import { fdAsFind } from '../destructive-commands/fd-search.ts';

/** How many files one call may look at. */
export interface WalkBudget {
  entries: number;
  endMs: number;
}

const maxEntries = 4000;
/** For slow disks: what takes long on a usual one is limited by the entries. */
const timeoutMs = 250;
export function walkBudget(): WalkBudget {
  return { entries: maxEntries, endMs: performance.now() + timeoutMs };
}

/** What is made by programs, or is git's own. */
const passed: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.venv',
  'venv',
  'target',
  'dist',
  'build',
  '.cache',
  '__pycache__',
  '.next',
  '.tox',
]);

/** The first file below a folder that a test names. `'too-many'`: not all could be looked at. */
export function firstFileBelow(
  folder: string,
  isWanted: (path: string) => boolean,
  budget: WalkBudget,
): string | 'too-many' | null {
  const folders = [folder];
  for (const next of folders) {
    for (const entry of entriesOf(next)) {
      budget.entries -= 1;
      if (budget.entries < 0 || performance.now() > budget.endMs) return 'too-many';
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!passed.has(entry.name)) folders.push(path);
      } else if (isWanted(path) && !isPublic(path)) return path;
    }
  }
  return null;
}

/** One after another: a folder may have more names than there is time to list. */
function* entriesOf(folder: string): Generator<Dirent> {
  let listing: Dir;
  try {
    listing = opendirSync(folder);
  } catch {
    return;
  }
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) yield entry;
  } finally {
    listing.closeSync();
  }
}

/** Many files with the ending of a key are certificates. */
function isPublic(path: string): boolean {
  if (!/\.(?:pem|key)$/i.test(path)) return false;
  const start = Buffer.alloc(4096);
  try {
    const file = openSync(path, 'r');
    try {
      return !start.subarray(0, readSync(file, start)).toString('latin1').includes('PRIVATE KEY');
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** Which of the files below a folder a command comes to: what its options include and leave out. */
export function reachOf({ name, words }: ShellCommand, folder: string): (path: string) => boolean {
  const values = words.map(({ value }) => value ?? '');
  const given = (form: RegExp): readonly string[] =>
    values.flatMap((value, at) => {
      if (!form.test(value.split('=', 1)[0] ?? '')) return [];
      const own = value.includes('=') ? value.slice(value.indexOf('=') + 1) : values[at + 1];
      return own === undefined ? [] : [own];
    });
  const isFd = name === 'fd' || name === 'fdfind';
  const globs = isFd ? [] : given(/^(?:-g|--glob|--iglob)$/);
  const sought = isFd ? fdAsFind(words) : [];
  const includes = [
    ...(isFd ? sought.filter((_, at) => sought[at - 1] === '-name') : given(/^(?:--include|-name|-iname)$/)),
    ...globs.filter((glob) => !glob.startsWith('!')),
  ].map(nameGlob);
  const excludes = [
    ...given(/^--exclude(?:-dir)?$/),
    ...globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
  ].map(nameGlob);
  const paths = given(/^-i?(?:path|wholename)$/).map((pattern) => compileGlob(pattern));
  const types = given(isFd ? /^(?:-t|--type)$/ : /^-type$/);
  const onlyFolders = types.length > 0 && types.every((type) => /^(?:d|dir|directory)$/.test(type));
  const isRipgrep = name === 'rg' || name === 'ag';
  const skipsHidden =
    (isRipgrep || isFd) &&
    !values.some((value) => /^(?:--hidden|--unrestricted|-[a-zA-Z]*[.uH][a-zA-Z]*)$/.test(value));
  const hasType = isRipgrep && given(/^(?:-t|--type)$/).length > 0;
  return (path) => {
    const parts = path
      .slice(folder.length)
      .split('/')
      .filter((part) => part !== '');
    if (onlyFolders || (paths.length > 0 && !paths.some((glob) => glob.matches(path)))) return false;
    if (hasType || (skipsHidden && parts.some((part) => part.startsWith('.')))) return false;
    if (includes.length > 0 && !includes.some((glob) => glob.matches(basename(path)))) return false;
    return !excludes.some((glob) => parts.some((part) => glob.matches(part)));
  };
}

function nameGlob(pattern: string) {
  return compileGlob(pattern.slice(pattern.lastIndexOf('/') + 1));
}
