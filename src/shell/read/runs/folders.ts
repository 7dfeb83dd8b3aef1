import { posix } from 'node:path';
import { knownText, type Value } from '../expand/value.ts';
import { globOf } from '../queries.ts';
import type { ShellWord } from '../reading.ts';
import type { ReaderOptions } from '../state/frame.ts';
import { type Folders, joinFolders } from '../state/state.ts';
import { choicesOf, piecesText, textWord, wordOf } from '../words.ts';

/** The folders that a shell may be in after it goes from these to the one that the word names. */
export function moved(folders: Folders, word: ShellWord, { namesOf }: ReaderOptions = {}): Folders {
  return choicesOf(word).reduce((all: Folders, choice) => {
    const path = pathOf(choice);
    const next =
      path === null
        ? folders.flatMap((folder) => matched(choice, folder, namesOf))
        : folders.map((folder) => joinPaths(folder, path));
    return joinFolders(all, next);
  }, []);
}

/** The folders in which `cd` looks for a name first; null where they are unknown. */
export function searchedFolders(value: Value): readonly ShellWord[] | null {
  const [choice] = value;
  const [pieces = []] = choice?.elements ?? [];
  if (value.length !== 1 || choice?.isArray === true) return null;
  const source = piecesText(pieces);
  const place = { source, span: { start: 0, end: 0 } };
  if (!source.includes(':')) return [wordOf(pieces, place)];
  return (
    knownText(pieces)
      ?.split(':')
      .map((entry) => textWord(entry, place)) ?? null
  );
}

/** The folders that a pattern matches, and the pattern for what may match by then. */
function matched(word: ShellWord, folder: string | null, namesOf: ReaderOptions['namesOf']): Folders {
  const glob = word.splits ? null : globOf(word);
  if (glob === null || glob.includes('\\') || folder === null) return [null];
  const names = namesOf?.(glob, folder);
  return names == null ? [null] : [...names, glob].map((name) => joinPaths(folder, name));
}

/** The path that a word is, home folders as `~`; null when only run time knows it. */
function pathOf({ value, pieces, splits }: ShellWord): string | null {
  if (value !== null) return value;
  const [first, ...rest] = pieces;
  const isHome =
    (first?.kind === 'tilde' && first.user === '') ||
    (first?.kind === 'unknown' && first.from === 'variable' && first.name === 'HOME');
  const text = splits || !isHome ? null : knownText(rest);
  return text === null ? null : `~${text}`;
}

function joinPaths(folder: string | null, path: string): string | null {
  if (path === '~' || path.startsWith('~/')) return belowHome(path.slice(2));
  if (path.startsWith('/')) return posix.normalize(path);
  if (folder === null) return null;
  if (folder === '~' || folder.startsWith('~/')) return belowHome(posix.join(folder.slice(2), path));
  const joined = posix.join(folder, path);
  return joined === '.' ? '' : joined.replace(/(?<=.)\/$/, '');
}

/** A path from the home folder, out of which `~/..` leads. */
function belowHome(path: string): string {
  const below = posix.normalize(path).replace(/\/$/, '');
  return below === '.' || below === '' ? '~' : `~/${below}`;
}
