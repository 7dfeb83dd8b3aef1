import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { words } from '../../engine/values/text.ts';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { checkPathText, followLinks, UnjudgeablePath } from '../../files/follow-links.ts';
import { isWithin } from '../../files/within.ts';
import type { Below, PathAction } from '../../shell/actions/action.ts';
import type { PathText } from '../../shell/actions/path-text.ts';
import { alternatives } from '../../shell/read/queries.ts';
import type { Piece, ShellCommand, ShellWord, UnknownPiece } from '../../shell/read/reading.ts';
import type { CallPlace, NamedPath, Target } from './rule.ts';

const unknown: NamedPath = { target: 'unknown', path: null };

export function namesOf(action: PathAction, place: CallPlace): readonly NamedPath[] {
  const { word, path, folders } = action;
  const all = word === undefined ? [path] : alternatives(word).map((one) => partsOf(one, place.cwd));
  const isMade = word !== undefined && isMadeTemporary(word, action.command, place);
  return all.flatMap((parts) =>
    folders.map((folder) =>
      parts.every((part) => part !== null)
        ? place.factsOf(parts.join(''), folder)
        : isMade
          ? { target: 'temporary', path: null }
          : { target: partly(parts, place), path: null },
    ),
  );
}

export function removedBy(action: PathAction, place: CallPlace): readonly NamedPath[] {
  const { below, command, path, word } = action;
  // Code that removes unknown paths may remove those it lists.
  const isOfList = word === undefined && command !== null && !path.some((part) => part !== null);
  const listed = isOfList ? place.pathsOf(command).filter(({ kind }) => kind === 'list') : [];
  const among = action.among ?? (listed.length > 0 ? listed : undefined);
  // An empty list may fill before the line runs.
  if (among === undefined || among.length === 0)
    return place.named(action).map((named) => narrowed(named, below, action.path));
  return among.flatMap((found) =>
    namesOf({ ...action, word: undefined, path: found.path, among: undefined }, place).map((named) => ({
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

export function placeNamed(
  text: string,
  folder: string | null,
  { project, realFolder }: CallPlace,
): NamedPath {
  // A drive of Windows.
  if (/^[a-z]:[/\\]/i.test(text)) return { target: 'outside', path: null };
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
  const target = classOf(path, project());
  const isOut = !isAbsolute(text) && isWithin(from, project()) && !isWithin(path, project());
  if (isOut && target === 'temporary') return { target: 'outside', path };
  // A folder without its content is lost too.
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
    // Left by an interrupted git: `.git/index.lock`.
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

/** A home may itself be in a temporary folder. */
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
    // `x` stands for any folder there, unless the path leads out of it.
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

/** A variable from outside, named as temporary: `$tmp_dir`. */
function isTemporaryName({ from, name, source }: UnknownPiece): boolean {
  return (
    from === 'variable' &&
    /^"?\$\{?\w+\}?"?$/.test(source) &&
    /(?:^|_|[a-z](?=T))te?mp(?:$|_|[A-Z]|dir|file|folder|path)|scratch|^temporary/i.test(name)
  );
}

/** With an empty variable, `"$TMP"/*` would be everything. */
function isWide(piece: Piece): boolean {
  return piece.kind === 'glob' || (piece.kind === 'text' && /^\/?$|\.\./.test(piece.text));
}

function partly(parts: readonly (string | null)[], { project }: CallPlace): Target {
  const start = parts[0] ?? null;
  const end = basename(parts.at(-1) ?? '');
  if (start !== null && isAbsolute(start)) {
    const folder = resolve(dirname(`${start}x`));
    const known = classOf(folder, project());
    // A new name in a temporary folder: `/tmp/build-$$`.
    const isNamed = basename(`${start}x`) !== 'x' || end.length > 1;
    if (known === 'temporary' || (temporaryFolders().includes(folder) && isNamed)) return 'temporary';
    if (known === 'system' || known === 'home') return known === 'home' ? 'outside' : 'system';
  }
  return end !== '' && canBeRebuilt(end) ? 'rebuilt' : 'unknown';
}

const rebuilt = new Set(
  words(`
    node_modules bower_components jspm_packages dist build out target _build deps bin obj vendor Pods DerivedData
    __pycache__ .venv venv env .eggs .tox .nox .pytest_cache .mypy_cache .ruff_cache .hypothesis .ipynb_checkpoints
    coverage htmlcov .nyc_output .coverage lcov-report test-results playwright-report reports report storybook-static
    .cache cache .parcel-cache .turbo .next .nuxt .svelte-kit .output .vite .astro .angular .docusaurus .expo .wrangler .vercel .netlify
    .gradle .kotlin .dart_tool .pub-cache .terraform .serverless .aws-sam cdk.out .bundle .sass-cache .jekyll-cache _site site
    log logs tmp temp .tmp .temp .eslintcache .stylelintcache .DS_Store Thumbs.db zig-out zig-cache .zig-cache dist-newstyle .stack-work elm-stuff builddir
  `),
);
const rebuiltEnd =
  /^(?:.*\.egg-info|cmake-build-.*|bazel-.*|.*\.(?:pyc|pyo|o|a|so|class|log|tmp|temp|bak|swp|orig|rej|tsbuildinfo|map|gcda|gcno|profraw)|.*~)$/;

function canBeRebuilt(name: string): boolean {
  return rebuilt.has(name) || rebuiltEnd.test(name);
}
