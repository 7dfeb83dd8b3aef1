import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { checkPathText, followLinks, UnjudgeablePath } from '../../files/follow-links.ts';
import { isWithin } from '../../files/within.ts';
import { alternatives } from '../../shell/queries.ts';
import type { Piece, ShellCommand, ShellReading, ShellWord } from '../../shell/reading.ts';
import { canBeRebuilt } from './rebuildable.ts';
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

/** One thing that a word may name: what kind of place it is, and where it really is. */
export interface NamedPath {
  readonly target: Target;
  /** Null where that is only known at run time. */
  readonly path: string | null;
}

/** What kinds of places the words of a command name. */
export function targetsOf(
  words: readonly ShellWord[],
  command: ShellCommand,
  place: LinePlace,
): readonly Target[] {
  return namedBy(words, command, place).map(({ target }) => target);
}

/** What the words of a removing command name. */
export function namedBy(
  words: readonly ShellWord[],
  command: ShellCommand,
  place: LinePlace,
): readonly NamedPath[] {
  return words
    .flatMap(alternatives)
    .flatMap((word) => command.folders.map((folder) => nameOf(word, folder, place)));
}

const unknown: NamedPath = { target: 'unknown', path: null };

function nameOf(word: ShellWord, folder: string | null, place: LinePlace): NamedPath {
  const { cwd, project } = place;
  const text = textOf(word, cwd);
  if (text === null)
    return { target: isTemporaryOutput(word, place.reading) ? 'temporary' : partly(word, place), path: null };
  if (folder === null && !isAbsolute(text))
    return { target: /^\.?$|^\.\.|^\*/.test(text) ? 'unknown' : byName(text), path: null };
  const from = realOf(folder === null ? '/' : resolve(cwd, folder.replace(/^~(?=\/|$)/, homedir())), false);
  const isAll = /(?:^|\/)(?:\*|\.\*|\.\[\^?!?\.\]\*|\{,\.\}\*)$/.test(text);
  // Removing a link removes the link; what lies behind it is reached through its inside.
  const path =
    from === null ? null : realOf(resolve(from, isAll ? dirname(text) : text), !isAll && !text.endsWith('/'));
  if (from === null || path === null) return unknown;
  const target = classOf(path, project);
  // A relative way out of the project leads to other people's work, even where that lies in a temporary folder.
  const isOut = !isAbsolute(text) && isWithin(from, project) && !isWithin(path, project);
  if (isOut && target === 'temporary') return { target: 'outside', path };
  // All that is in a folder is as good as the folder.
  return { target: isAll && target === 'file' ? 'folder' : target, path: isAll ? join(path, '*') : path };
}

/** Where a path really leads; null where that cannot be told. */
function realOf(path: string, keepLast: boolean): string | null {
  try {
    return followLinks(checkPathText(path), { keepLast });
  } catch (problem) {
    if (problem instanceof UnjudgeablePath) return null;
    throw problem;
  }
}

function classOf(path: string, project: string): Target {
  if (path === '/') return 'system';
  if (path === project) return 'project';
  if (isWithin(project, path) && !systemFolders.test(`${path}/`)) return 'project';
  if (isWithin(path, project)) {
    const parts = path.slice(project.length + 1).split('/');
    // What git leaves behind where it was stopped: `.git/index.lock`.
    if (parts[0] === '.git' && parts.length === 2 && /^[\w-]+\.lock$/.test(parts[1] ?? '')) return 'single';
    if (parts[0] === '.git') return 'project';
    if (parts.some((part) => canBeRebuilt(part))) return 'rebuilt';
    return isSingleFile(path) ? 'single' : 'file';
  }
  if (isTemporary(path)) return isWithin(homedir(), path) ? 'home' : 'temporary';
  if (temporaryFolders().includes(path)) return 'system';
  if (path === homedir() || path === '/root' || /^\/(?:home|Users)\/[^/]+$/.test(path)) return 'home';
  return systemFolders.test(`${path}/`) && !isWithin(path, homedir()) ? 'system' : 'outside';
}

/** A file, or what is named like one. */
function isSingleFile(path: string): boolean {
  return isFile(path) || (!isFolder(path) && /[^.]\.\w{1,8}$/.test(basename(path)));
}

/** What lies in a home is its owner's, also where the home lies in a temporary folder. */
function isTemporary(path: string): boolean {
  const home = homedir();
  return temporaryFolders()
    .filter((folder) => path !== folder && isWithin(path, folder))
    .some((folder) => home === folder || !isWithin(home, folder) || !isWithin(path, home));
}

function temporaryFolders(): readonly string[] {
  return ['/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp', '/dev/shm', tmpdir()];
}

/** A relative path from a folder that is not known. */
function byName(text: string): Target {
  return text.split('/').some((part) => canBeRebuilt(part)) ? 'rebuilt' : 'unknown';
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
function partly(word: ShellWord, { cwd, project }: LinePlace): Target {
  const [first] = word.pieces;
  const start = first === undefined ? null : partOf(first, cwd);
  const last = word.pieces.at(-1);
  const end = last?.kind === 'text' ? basename(last.text) : '';
  if (start !== null && isAbsolute(start)) {
    const folder = resolve(dirname(`${start}x`));
    const known = classOf(folder, project);
    if (known === 'temporary') return 'temporary';
    // A name of its own in a temporary folder: `/tmp/build-$$`.
    if (temporaryFolders().includes(folder) && basename(`${start}x`) !== 'x') return 'temporary';
    if (temporaryFolders().includes(folder) && end.length > 1) return 'temporary';
    if (known === 'system' || known === 'home') return known === 'home' ? 'outside' : 'system';
  }
  return end !== '' && canBeRebuilt(end) ? 'rebuilt' : 'unknown';
}
