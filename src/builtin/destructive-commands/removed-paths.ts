import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { isWithin } from '../../files/within.ts';
import { alternatives } from '../../shell/queries.ts';
import type { Piece, ShellCommand, ShellReading, ShellWord } from '../../shell/reading.ts';
import { projectOf } from './project.ts';
import { isRebuilt } from './rebuilt.ts';
import type { LinePlace } from './rule.ts';

const systemFolders =
  /^\/(?:$|bin|boot|dev|etc|home$|lib\d*|opt|proc|root|run|sbin|srv|sys|usr|var|Applications|Library|System|Users$|Volumes|private\/(?:etc|var)(?!\/tmp))(?:\/|$)/;

/** What is to be removed, from the mildest to the worst. */
export type Target =
  | 'rebuilt'
  | 'single'
  | 'temporary'
  | 'file'
  | 'folder'
  | 'unknown'
  | 'outside'
  | 'home'
  | 'system'
  | 'project';

/** What the words of a removing command name. */
export function targetsOf(
  words: readonly ShellWord[],
  command: ShellCommand,
  { cwd, reading }: LinePlace,
): readonly Target[] {
  return words
    .flatMap(alternatives)
    .flatMap((word) => command.folders.map((folder) => targetOf(word, folder, cwd, reading)));
}

function targetOf(word: ShellWord, folder: string | null, cwd: string, reading: ShellReading): Target {
  const text = textOf(word, cwd);
  if (text === null) return isTemporaryOutput(word, reading) ? 'temporary' : partly(word, cwd);
  if (folder === null && !isAbsolute(text)) return /^\.?$|^\.\.|^\*/.test(text) ? 'unknown' : byName(text);
  const from = folder === null ? '/' : resolve(cwd, folder.replace(/^~(?=\/|$)/, homedir()));
  const isAll = /(?:^|\/)(?:\*|\.\*|\.\[\^?!?\.\]\*|\{,\.\}\*)$/.test(text);
  const path = resolve(from, isAll ? dirname(text) : text);
  const target = leavesProject(text, from, path, cwd) ? 'outside' : classOf(path, cwd);
  // All that is in a folder is as good as the folder.
  return isAll && target === 'file' ? 'folder' : target;
}

/** A relative way out of the project leads to other people's work, even where that lies in a temporary folder. */
function leavesProject(text: string, from: string, path: string, cwd: string): boolean {
  const project = projectOf(cwd);
  if (isAbsolute(text) || !isWithin(from, project) || isWithin(path, project)) return false;
  return classOf(path, cwd) === 'temporary';
}

function classOf(path: string, cwd: string): Target {
  const project = projectOf(cwd);
  if (path === '/') return 'system';
  if (path === project) return 'project';
  if (isWithin(project, path) && !systemFolders.test(`${path}/`)) return 'project';
  if (isWithin(path, project)) {
    const parts = path.slice(project.length + 1).split('/');
    if (parts[0] === '.git') return 'project';
    if (parts.some((part) => isRebuilt(part))) return 'rebuilt';
    return isSingleFile(path) ? 'single' : 'file';
  }
  if (temporaryFolders().some((folder) => path !== folder && isWithin(path, folder))) return 'temporary';
  if (temporaryFolders().includes(path)) return 'system';
  if (path === homedir() || path === '/root' || /^\/(?:home|Users)\/[^/]+$/.test(path)) return 'home';
  return systemFolders.test(`${path}/`) && !isWithin(path, homedir()) ? 'system' : 'outside';
}

/** A file, or what is named like one. */
function isSingleFile(path: string): boolean {
  return isFile(path) || (!isFolder(path) && /[^.]\.\w{1,8}$/.test(basename(path)));
}

function temporaryFolders(): readonly string[] {
  return ['/tmp', '/var/tmp', '/private/tmp', '/dev/shm', tmpdir()];
}

/** A relative path from a folder that is not known. */
function byName(text: string): Target {
  return text.split('/').some((part) => isRebuilt(part)) ? 'rebuilt' : 'unknown';
}

/** The text of a word, with the variables that everybody knows. */
function textOf({ value, pieces }: ShellWord, cwd: string): string | null {
  if (value !== null) return value;
  const parts = pieces.map((piece) => partOf(piece, cwd));
  return parts.includes(null) ? null : parts.join('');
}

function partOf(piece: Piece, cwd: string): string | null {
  if (piece.kind === 'text' || piece.kind === 'glob') return piece.text;
  if (piece.kind === 'tilde') return piece.user === '' ? homedir() : `/home/${piece.user}`;
  if (piece.from === 'variable' && piece.name === 'HOME') return homedir();
  if (piece.from === 'variable' && piece.name === 'PWD') return cwd;
  if (piece.from === 'output' && /^(?:\$\(|`)\s*pwd\s*[)`]$/.test(piece.source)) return cwd;
  return piece.from === 'variable' && /^(?:TMPDIR|TMP|TEMP)$/.test(piece.name) ? `${tmpdir()}/x` : null;
}

/** What `mktemp` has made, also by a variable that holds nothing else. */
function isTemporaryOutput({ pieces }: ShellWord, reading: ShellReading): boolean {
  return pieces.some(
    (piece) =>
      piece.kind === 'unknown' &&
      (/\bmktemp\b/.test(piece.source) || (piece.from === 'variable' && isMadeByMktemp(piece.name, reading))),
  );
}

function isMadeByMktemp(name: string, { commands }: ShellReading): boolean {
  const values = commands
    .flatMap(({ assignments }) => assignments)
    .filter((assignment) => assignment.name === name)
    .map(({ value }) => value?.source ?? '');
  return values.length > 0 && values.every((source) => /^"?(?:\$\(|`)\s*mktemp\b[^;|&]*[)`]"?$/.test(source));
}

/** Of a path that is known in part only, what is known may say enough. */
function partly(word: ShellWord, cwd: string): Target {
  const [first] = word.pieces;
  const start = first === undefined ? null : partOf(first, cwd);
  const last = word.pieces.at(-1);
  const end = last?.kind === 'text' ? basename(last.text) : '';
  if (start !== null && isAbsolute(start)) {
    const folder = resolve(dirname(`${start}x`));
    const known = classOf(folder, cwd);
    if (known === 'temporary') return 'temporary';
    // A name of its own in a temporary folder: `/tmp/build-$$`.
    if (temporaryFolders().includes(folder) && basename(`${start}x`) !== 'x') return 'temporary';
    if (temporaryFolders().includes(folder) && end.length > 1) return 'temporary';
    if (known === 'system' || known === 'home') return known === 'home' ? 'outside' : 'system';
  }
  return end !== '' && isRebuilt(end) ? 'rebuilt' : 'unknown';
}
