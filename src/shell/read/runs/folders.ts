import { posix } from 'node:path';
import type { Value } from '../expand/value.ts';
import { globOf } from '../queries.ts';
import type { Piece, ShellWord } from '../reading.ts';
import type { ReaderOptions } from '../state/reader.ts';
import { type Folders, joinFolders } from '../state/state.ts';

/** Where one may be who goes from these folders to the one that the word names. */
export function moved(folders: Folders, word: ShellWord, { namesOf }: ReaderOptions = {}): Folders {
  const words = word.choices.length > 0 ? word.choices : [word];
  let result: Folders = [];
  for (const one of words) {
    const path = pathOf(one);
    const next =
      path === null
        ? folders.flatMap((folder) => matched(one, folder, namesOf))
        : folders.map((folder) => joinPaths(folder, path));
    result = joinFolders(result, next);
  }
  return result;
}

/** The folders in which `cd` looks for a name first; null where they are unknown. */
export function searchedFolders(value: Value): readonly ShellWord[] | null {
  const [choice] = value;
  const [pieces = []] = choice?.elements ?? [];
  if (value.length !== 1 || choice?.isArray === true) return null;
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  const word = (parts: readonly Piece[]): ShellWord => {
    const isText = parts.every((piece) => piece.kind === 'text');
    const whole = isText ? text : null;
    return { value: whole, pieces: parts, splits: false, choices: [], source: text, span: noSpan };
  };
  if (!text.includes(':')) return [word(pieces)];
  if (pieces.some((piece) => piece.kind !== 'text')) return null;
  return text.split(':').map((entry) => ({ ...word([{ kind: 'text', text: entry }]), value: entry }));
}

const noSpan = { start: 0, end: 0 };

/** The folders that a pattern matches, and the pattern for what may match by then. */
function matched(word: ShellWord, folder: string | null, namesOf: ReaderOptions['namesOf']): Folders {
  const own = word.splits ? null : globOf(word);
  const glob = own?.includes('\\') === true ? null : own;
  const names = glob === null || folder === null ? null : (namesOf?.(glob, folder) ?? null);
  return glob === null || names === null ? [null] : [...names, glob].map((name) => joinPaths(folder, name));
}

/** The path that a word is, home folders as `~`; null when it is only known at run time. */
function pathOf({ value, pieces, splits }: ShellWord): string | null {
  if (value !== null) return value;
  const [first, ...rest] = pieces;
  const isHome =
    (first?.kind === 'tilde' && first.user === '') ||
    (first?.kind === 'unknown' && first.from === 'variable' && first.name === 'HOME');
  if (splits || !isHome) return null;
  const texts = rest.map((piece) => (piece.kind === 'text' ? piece.text : null));
  return texts.includes(null) ? null : `~${texts.join('')}`;
}

function joinPaths(folder: string | null, path: string): string | null {
  if (path === '~' || path.startsWith('~/')) return belowHome(path.slice(2));
  if (path.startsWith('/')) return posix.normalize(path);
  if (folder === null) return null;
  if (folder === '~' || folder.startsWith('~/')) return belowHome(posix.join(folder.slice(2), path));
  const joined = posix.join(folder, path);
  return joined === '.' ? '' : joined.replace(/(?<=.)\/$/, '');
}

/** A path from the home folder: it may lead out of it, as `~/..` does. */
function belowHome(path: string): string {
  const below = posix.normalize(path).replace(/\/$/, '');
  return below === '.' || below === '' ? '~' : `~/${below}`;
}
