import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { checkPathText, followLinks, UnjudgeablePath } from '../../files/follow-links.ts';
import { isWithin } from '../../files/within.ts';
import type { Below, PathAction } from '../../shell/actions/action.ts';
import type { PathText } from '../../shell/actions/path-text.ts';
import { alternatives } from '../../shell/read/queries.ts';
import type { Piece, ShellCommand, ShellWord, UnknownPiece } from '../../shell/read/reading.ts';
import { canBeRebuilt } from './rebuildable.ts';
import type { CallPlace, NamedPath, Target } from './rule.ts';

const unknown: NamedPath = { target: 'unknown', path: null };

export function namedBy(action: PathAction, place: CallPlace): readonly NamedPath[] {
  const known = place.named.get(action);
  if (known !== undefined) return known;
  const named = namesOf(action, place);
  place.named.set(action, named);
  return named;
}

function namesOf(action: PathAction, place: CallPlace): readonly NamedPath[] {
  const { word, path, folders } = action;
  const all = word === undefined ? [path] : alternatives(word).map((one) => partsOf(one, place.cwd));
  const isMade = word !== undefined && isMadeTemporary(word, action.command, place);
  return all.flatMap((parts) =>
    folders.map((folder) =>
      parts.every((part) => part !== null)
        ? placeOf(parts.join(''), folder, place)
        : isMade
          ? { target: 'temporary', path: null }
          : { target: partly(parts, place), path: null },
    ),
  );
}

export function removedBy(action: PathAction, place: CallPlace): readonly NamedPath[] {
  const { below, command, path, word } = action;
  // Code that removes what only run time knows may remove what it lists.
  const isOfList = word === undefined && command !== null && !path.some((part) => part !== null);
  const listed = isOfList ? place.pathsOf(command).filter(({ kind }) => kind === 'list') : [];
  const among = action.among ?? (listed.length > 0 ? listed : undefined);
  // A list that isn't there yet may be there when the line runs.
  if (among === undefined || among.length === 0)
    return namedBy(action, place).map((named) => narrowed(named, below, action.path));
  return among.flatMap((found) =>
    namedBy({ ...action, word: undefined, path: found.path, among: undefined }, place).map((named) => ({
      ...narrowed(named, found.below, found.path),
      path: null,
    })),
  );
}

export function isHandedOn({ pieces, choices }: ShellWord, { inside, via }: ShellCommand): boolean {
  const isRead = inside.some((one) => one.kind === 'loop' && one.variable === null);
  const isGiven = via.some(({ wraps }) => wraps === 'words');
  return (
    choices.length === 0 &&
    pieces.some(
      (piece) =>
        piece.kind === 'unknown' &&
        (/^(?:found|input)$/.test(piece.from) || (piece.from === 'variable' && (isRead || isGiven))),
    )
  );
}

export function isSearch({ card }: ShellCommand): boolean {
  return card?.does?.startsWith('finds') === true;
}

function narrowed(named: NamedPath, below: Below | null, path: PathText): NamedPath {
  const { target } = named;
  if (below === null) return named;
  const hasNames = below.only?.every((name) => /\w/.test(name)) === true;
  if (hasNames && named.path !== null && temporaryFolders().includes(named.path))
    return { ...named, target: 'temporary' };
  if (target === 'unknown' && isOfRebuilt({ ...below, onlyEmpty: false }))
    return { ...named, target: 'rebuilt' };
  if (target !== 'project' && target !== 'file') return named;
  const isHere = target === 'file' || /^\.?\/?$/.test(path.join(''));
  if (isHere && isOfRebuilt(below)) return { ...named, target: 'rebuilt' };
  const isNamed = below.only?.every((name) => /\w{2}/.test(name)) === true;
  return isHere && isNamed ? { ...named, target: 'folder' } : named;
}

function isOfRebuilt({ only, paths, onlyEmpty }: Below): boolean {
  return (
    onlyEmpty === true ||
    only?.every((name) => canBeRebuilt(name.replace(/^\*(?=\.)/, 'x'))) === true ||
    paths?.every((path) => path.split('/').some((part) => canBeRebuilt(part))) === true
  );
}

function placeOf(text: string, folder: string | null, place: CallPlace): NamedPath {
  const key = `${folder ?? ''}\0${text}`;
  const known = place.facts.get(key) ?? nameOf(text, folder, place);
  place.facts.set(key, known);
  return known;
}

function nameOf(text: string, folder: string | null, { project, realFolder }: CallPlace): NamedPath {
  if (folder === null && !isAbsolute(text)) {
    const isRebuilt = !/^\.?$|^\.\.|^\*/.test(text) && text.split('/').some((part) => canBeRebuilt(part));
    return { target: isRebuilt ? 'rebuilt' : 'unknown', path: null };
  }
  const from = realFolder(folder ?? '/');
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

export function realOf(path: string, keepLast: boolean): string | null {
  try {
    return followLinks(checkPathText(path), { keepLast });
  } catch (problem) {
    if (problem instanceof UnjudgeablePath) return null;
    throw problem;
  }
}

const systemFolders =
  /^\/(?:$|bin|boot|dev|etc|home$|lib\d*|opt|proc|root|run|sbin|srv|sys|usr|var|Applications|Library|System|Users$|Volumes|private\/(?:etc|var)(?!\/tmp))(?:\/|$)/;

function classOf(path: string, project: string): Target {
  if (path === '/') return 'system';
  // Package managers fetch these again.
  if (/^\/var\/(?:cache\/(?:apt|apk|dnf|yum|pacman)|lib\/apt\/lists)(?:\/|$)/.test(path)) return 'rebuilt';
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

function partsOf({ value, pieces }: ShellWord, cwd: string): readonly (string | null)[] {
  if (value !== null) return [value];
  return pieces.map((piece) => {
    if (piece.kind === 'text' || piece.kind === 'glob') return piece.text;
    if (piece.kind === 'tilde') return piece.user === '' ? homedir() : `/home/${piece.user}`;
    if (piece.from === 'output' && /^(?:\$\(|`)\s*pwd\s*[)`]$/.test(piece.source)) return cwd;
    // Its own name stands for any folder there, where nothing leads out of it.
    const folder = pieces.some((other) => other.kind === 'text' && /(?:^|\/)\.\.(?:\/|$)/.test(other.text))
      ? tmpdir()
      : `${tmpdir()}/x`;
    return piece.from === 'variable' && /^(?:TMPDIR|TMP|TEMP)$/.test(piece.name) ? folder : null;
  });
}

function isMadeTemporary({ pieces }: ShellWord, command: ShellCommand | null, place: CallPlace): boolean {
  return pieces.some((piece) => {
    if (piece.kind !== 'unknown') return false;
    if (/\bmktemp\b/.test(piece.source)) return true;
    const values = piece.from === 'variable' ? place.assigned(command, piece.name) : [];
    if (values.length === 0 && isTemporaryName(piece) && !pieces.some(isWide)) return true;
    return (
      values.length > 0 && values.every((source) => /^"?(?:\$\(|`)\s*mktemp\b[^;|&]*[)`]"?$/.test(source))
    );
  });
}

/** A variable that a script has from outside, by whose name it leads to what may go: `$tmp_dir`. */
function isTemporaryName({ from, name, source }: UnknownPiece): boolean {
  return (
    from === 'variable' &&
    /^"?\$\{?\w+\}?"?$/.test(source) &&
    /(?:^|_|[a-z](?=T))te?mp(?:$|_|[A-Z]|dir|file|folder|path)|scratch|^temporary/i.test(name)
  );
}

/** Where the variable is empty, everything would go: `"$TMP"/*`. */
function isWide(piece: Piece): boolean {
  return piece.kind === 'glob' || (piece.kind === 'text' && /^\/?$|\.\./.test(piece.text));
}

function partly(parts: readonly (string | null)[], { project }: CallPlace): Target {
  const start = parts[0] ?? null;
  const end = basename(parts.at(-1) ?? '');
  if (start !== null && isAbsolute(start)) {
    const folder = resolve(dirname(`${start}x`));
    const known = classOf(folder, project);
    // A name of its own in a temporary folder: `/tmp/build-$$`.
    const isNamed = basename(`${start}x`) !== 'x' || end.length > 1;
    if (known === 'temporary' || (temporaryFolders().includes(folder) && isNamed)) return 'temporary';
    if (known === 'system' || known === 'home') return known === 'home' ? 'outside' : 'system';
  }
  return end !== '' && canBeRebuilt(end) ? 'rebuilt' : 'unknown';
}
