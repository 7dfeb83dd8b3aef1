import { resolve } from 'node:path';
import { pipeNeighbours } from '../../shell/queries.ts';
import type { ShellCommand, ShellReading, ShellWord } from '../../shell/reading.ts';
import { firstBelow, reachOf } from './below.ts';

/** Where a line would run, and which files are protected there. */
export interface UsePlace {
  readonly cwd: string;
  isProtected(path: string): boolean;
}

const finders = /^(?:find|gfind|fd|fdfind)$/;
/** They name files that they were told, or that git or a search has come to, and that is judged by itself. */
const namers = /^(?:git|grep|egrep|fgrep|rg|ag|ls|cat|sort|uniq|head|tail|sed|awk|echo|printf|jq|npm|npx)$/;

/** The words of a command that `find`, `xargs` and their like run; what they find is looked up on the disk. */
export function foundWords(
  command: ShellCommand,
  words: readonly ShellWord[],
  reading: ShellReading,
  place: UsePlace,
): readonly ShellWord[] {
  if (!words.some(isFound)) return words;
  const found = foundBy(command, reading);
  if (found === null) return words;
  const folders = foldersOf(found, place.cwd);
  return words.flatMap((word) => {
    if (!isFound(word)) return [word];
    return finders.test(found.name)
      ? folders.flatMap((folder) => protectedBelow(word, folder, found, place))
      : [];
  });
}

function isFound({ pieces }: ShellWord): boolean {
  return pieces.some(
    (piece) => piece.kind === 'unknown' && (piece.from === 'found' || piece.from === 'input'),
  );
}

/** The command that finds what this one is given; null when it cannot be told. */
function foundBy(command: ShellCommand, reading: ShellReading): ShellCommand | null {
  const via = command.via.findLast(({ wraps }) => wraps === 'words')?.name ?? '';
  if (finders.test(via)) return reading.commands.find(({ name }) => name === via) ?? null;
  const wrapper = reading.commands.find(({ name }) => name === via);
  const feeders = wrapper === undefined ? [] : pipeNeighbours(reading, wrapper).before;
  const [first] = feeders;
  if (first === undefined || !feeders.every(({ name }) => finders.test(name) || namers.test(name)))
    return null;
  return feeders.find(({ name }) => finders.test(name)) ?? first;
}

function foldersOf({ words, name }: ShellCommand, cwd: string): readonly string[] {
  if (!/^g?find$/.test(name)) return [cwd];
  const first = words.findIndex(({ value }) => /^[-(!]/.test(value ?? ''));
  const places = (first < 0 ? words : words.slice(0, first)).map(({ value }) => value);
  if (places.includes(null)) return [cwd];
  return places.length === 0 ? [cwd] : places.map((place) => resolve(cwd, place ?? ''));
}

/** Of what is found below a folder, a file that is protected; the word itself where there are too many to look at. */
function protectedBelow(
  word: ShellWord,
  folder: string,
  command: ShellCommand,
  { isProtected }: UsePlace,
): readonly ShellWord[] {
  const literal = command.words.find(
    ({ value }, at) => /^-i?name$/.test(command.words[at - 1]?.value ?? '') && !/[*?[]/.test(value ?? '*'),
  )?.value;
  // A name without a wildcard is what is meant, whether it is there or not.
  if (literal !== undefined && literal !== null) return [pathWord(word, `${folder}/${literal}`)];
  const reaches = reachOf(command, folder);
  const found = firstBelow(folder, (path) => reaches(path) && isProtected(path));
  if (found === 'too-many') return [word];
  return found === null ? [] : [pathWord(word, found)];
}

function pathWord(word: ShellWord, path: string): ShellWord {
  return { ...word, value: path, pieces: [{ kind: 'text', text: path }], splits: false, choices: [] };
}
