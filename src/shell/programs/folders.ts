import { posix } from 'node:path';
import { globOf } from '../queries.ts';
import type { ShellWord } from '../reading.ts';
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
  if (path.startsWith('/') || path === '~' || path.startsWith('~/')) return posix.normalize(path);
  if (folder === null) return null;
  const joined = posix.join(folder, path);
  return joined === '.' ? '' : joined.replace(/(?<=.)\/$/, '');
}
