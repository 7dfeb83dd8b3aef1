import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { isWithin } from '../../files/within.ts';
import { alternatives } from '../../shell/queries.ts';
import type { Piece, ShellCommand, ShellWord } from '../../shell/reading.ts';
import { projectOf } from './project.ts';

/** Names of what can be made anew, within a project. */
const rebuilt =
  /^(?:node_modules|bower_components|dist|build|out|target|_build|bin|obj|__pycache__|\.venv|venv|env|\.env\.d|coverage|htmlcov|\.nyc_output|\.coverage|\.cache|cache|\.parcel-cache|\.turbo|\.next|\.nuxt|\.svelte-kit|\.output|\.vite|\.astro|\.angular|\.gradle|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.eggs|.*\.egg-info|\.terraform|\.serverless|\.aws-sam|storybook-static|test-results|playwright-report|reports?|logs?|tmp|temp|\.tmp|\.temp|\.eslintcache|\.stylelintcache|\.sass-cache|\.jekyll-cache|_site|site|public\/build|vendor\/bundle|\.bundle|DerivedData|Pods|cmake-build-.*|\.ipynb_checkpoints|.*\.(?:pyc|pyo|o|class|log|tmp|bak|swp|orig|rej))$/;

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
  cwd: string,
): readonly Target[] {
  return words
    .flatMap(alternatives)
    .flatMap((word) => command.folders.map((folder) => targetOf(word, folder, cwd)));
}

function targetOf(word: ShellWord, folder: string | null, cwd: string): Target {
  const text = textOf(word, cwd);
  if (text === null) return isTemporaryOutput(word) ? 'temporary' : partly(word, cwd);
  if (folder === null && !isAbsolute(text)) return /^\.?$|^\.\.|^\*/.test(text) ? 'unknown' : byName(text);
  const from = folder === null ? '/' : resolve(cwd, folder);
  const isAll = /(?:^|\/)(?:\*|\.\*|\.\[\^?!?\.\]\*|\{,\.\}\*)$/.test(text);
  const path = resolve(from, isAll ? dirname(text) : text);
  const target = classOf(path, cwd);
  // All that is in a folder is as good as the folder.
  return isAll && target === 'file' ? 'folder' : target;
}

function classOf(path: string, cwd: string): Target {
  const project = projectOf(cwd);
  if (path === project || isWithin(project, path)) return 'project';
  if (isWithin(path, project)) {
    const parts = path.slice(project.length + 1).split('/');
    if (parts[0] === '.git') return 'project';
    if (parts.some((part) => rebuilt.test(part))) return 'rebuilt';
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
  return text.split('/').some((part) => rebuilt.test(part)) ? 'rebuilt' : 'unknown';
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

function isTemporaryOutput({ pieces }: ShellWord): boolean {
  return pieces.some((piece) => piece.kind === 'unknown' && /\bmktemp\b/.test(piece.source));
}

/** Of a path that is known in part only, what is known may say enough. */
function partly(word: ShellWord, cwd: string): Target {
  const [first] = word.pieces;
  const start = first === undefined ? null : partOf(first, cwd);
  const last = word.pieces.at(-1);
  const end = last?.kind === 'text' ? basename(last.text) : '';
  if (start !== null && isAbsolute(start)) {
    const known = classOf(resolve(dirname(`${start}x`)), cwd);
    if (known === 'temporary') return 'temporary';
    if (known === 'system' && temporaryFolders().includes(resolve(dirname(`${start}x`)))) return 'temporary';
    if (known === 'system' || known === 'home') return known === 'home' ? 'outside' : 'system';
  }
  return end !== '' && rebuilt.test(end) ? 'rebuilt' : 'unknown';
}
