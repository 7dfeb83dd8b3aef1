import { resolve } from 'node:path';
import { pathTexts, wholeText } from '../../permissions/uses/path-text.ts';
import { fdWords } from '../../permissions/uses/shell/fd-words.ts';
import { pipeNeighbours } from '../../shell/queries.ts';
import { readShell } from '../../shell/read-shell.ts';
import type { Piece, ShellCommand, ShellReading, ShellWord, UnknownPiece } from '../../shell/reading.ts';
import { firstFileBelow, reachOf, type WalkBudget } from './files-below.ts';

/** Where a line would run, and which files are protected there. */
export interface UsePlace {
  readonly cwd: string;
  readonly budget: WalkBudget;
  isProtected(path: string): boolean;
}

const finders = /^(?:find|gfind|fd|fdfind)$/;
/** They name files that git or a search has come to, which is judged by itself, or pass on what they are given. */
const namers =
  /^(?:git|grep|egrep|fgrep|rg|ag|ls|sort|uniq|head|tail|sed|awk|cut|tr|jq|npm|npx|pwd|dirname|basename|realpath|date|whoami|hostname|uname|nproc|id|read|mapfile|readarray)$/;
/** Stands for a file that is nobody's. */
const harmless = '/tmp/not-protected';

/** What a word may name that another command finds: `$(find …)`, `xargs`, `find -exec`, `while read`. It is looked up on the disk. */
export function settledWords(
  word: ShellWord,
  command: ShellCommand,
  reading: ShellReading,
  place: UsePlace,
): readonly ShellWord[] {
  if (word.value !== null) return [word];
  if (word.choices.length > 0)
    return [{ ...word, choices: word.choices.flatMap((one) => settledWords(one, command, reading, place)) }];
  const pieces = withoutDepth(word.pieces).map((piece) => known(piece, reading));
  const settled = { ...word, pieces };
  const found = pieces.filter((piece) => piece.kind === 'unknown');
  const sources = found.map((piece) => sourcesOf(piece, command, reading));
  if (found.length === 0 || sources.includes(null)) return [settled];
  const commands = sources.flatMap((one) => one ?? []);
  const below = commands
    .filter(({ name }) => finders.test(name))
    .flatMap((finder) =>
      foldersOf(finder, place.cwd, reading).flatMap((folder) =>
        protectedBelow(settled, folder, finder, place),
      ),
    );
  const listed = commands
    .filter(({ name }) => name === 'ls')
    .flatMap((one) => listedWords(settled, one, place));
  const all = [...below, ...listed];
  return all.length > 0 ? all : [pathWord(word, harmless)];
}

/** `ls` names what it is given; with `-a`, hidden files too. */
function listedWords(word: ShellWord, list: ShellCommand, place: UsePlace): readonly ShellWord[] {
  const values = list.words.flatMap(({ value }) => value ?? []);
  const named = values.filter((value) => !value.startsWith('-')).map((value) => pathWord(word, value));
  const isAll = values.some((value) => /^-[a-zA-Z]*[aA]|^--(?:almost-)?all$/.test(value));
  return isAll ? [...named, ...protectedBelow(word, place.cwd, { ...list, words: [] }, place)] : named;
}

/** What is known after all: the home folder, the current one, and files that exist only for this line. */
function known(piece: Piece, { text }: ShellReading): Piece {
  if (piece.kind !== 'unknown') return piece;
  if (piece.from === 'variable' && piece.name === 'HOME') return { kind: 'tilde', user: '' };
  if (piece.from === 'variable' && piece.name === 'PWD') return { kind: 'text', text: '.' };
  const isMade = [`${piece.name}=$(mktemp`, `${piece.name}="$(mktemp`].some((start) => text.includes(start));
  if (piece.from === 'process' || isMade || /\bmktemp\b/.test(piece.source))
    return { kind: 'text', text: harmless };
  return piece;
}

/** A pattern that reaches any depth is known by its ends. */
function withoutDepth(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some((piece) => piece.kind === 'glob' && piece.text.includes('**'))) return pieces;
  return pieces.map((piece) =>
    piece.kind === 'glob' ? { kind: 'unknown', from: 'number', name: '', source: piece.text } : piece,
  );
}

/** The commands that name what a piece stands for; null when it cannot be told. */
function sourcesOf(
  piece: UnknownPiece,
  command: ShellCommand,
  reading: ShellReading,
): readonly ShellCommand[] | null {
  if (piece.from === 'output') return ifAllName(commandsIn(piece.source));
  if (piece.from === 'found' || piece.from === 'input') return ifAllName(feedersOf(command, reading));
  if (piece.from !== 'variable') return null;
  const reader = reading.commands.find(
    ({ name, words }) =>
      /^(?:read|mapfile|readarray)$/.test(name) && words.some(({ value }) => value === piece.name),
  );
  return reader === undefined ? null : ifAllName(feedersOf(reader, reading));
}

function ifAllName(commands: readonly ShellCommand[]): readonly ShellCommand[] | null {
  const all = commands.every(
    (command) => finders.test(command.name) || (namers.test(command.name) && !namesUntracked(command)),
  );
  return commands.length > 0 && all ? commands : null;
}

/** git names files that nobody has added, and with them those that it is told to ignore. */
function namesUntracked({ name, words }: ShellCommand): boolean {
  const values = words.map(({ value }) => value ?? '');
  const others = values.some(
    (value) => value === '--others' || (/^-[a-z]+$/.test(value) && value.includes('o')),
  );
  return name === 'git' && values[0] === 'ls-files' && others && !values.includes('--exclude-standard');
}

function commandsIn(source: string): readonly ShellCommand[] {
  const inner = /^(?:\$\(|<\(|`)([\s\S]*)[)`]$/.exec(source)?.[1] ?? '';
  return readShell(inner).commands;
}

/** What runs before a command in its pipe, or finds what it is run with. */
function feedersOf(command: ShellCommand, reading: ShellReading): readonly ShellCommand[] {
  const via = command.via.findLast(({ wraps }) => wraps === 'words')?.name;
  const own = via === undefined ? command : reading.commands.find(({ name }) => name === via);
  if (own === undefined) return [];
  if (finders.test(own.name)) return [own];
  const substituted = own.redirections
    .flatMap(({ target }) => target?.pieces ?? [])
    .flatMap((piece) =>
      piece.kind === 'unknown' && piece.from === 'process' ? commandsIn(piece.source) : [],
    );
  const { before } = pipeNeighbours(reading, own);
  return [...before, ...before.flatMap((one) => feedersOf(one, reading)), ...substituted];
}

/** Where a search looks. A folder that only run time knows counts as the current one. */
function foldersOf(finder: ShellCommand, cwd: string, reading: ShellReading): readonly string[] {
  const paths = startsOf(finder).map((word) => {
    const pieces = word.pieces.map((piece) => known(piece, reading));
    const [text] = pathTexts(word.value === null ? { ...word, pieces } : word);
    return resolve(cwd, text === undefined || 'glob' in text ? '' : (wholeText(text) ?? ''));
  });
  return paths.length === 0 ? [cwd] : [...new Set(paths)];
}

function startsOf({ words, name }: ShellCommand): readonly ShellWord[] {
  if (name.startsWith('fd')) {
    const { operands, reads } = fdWords(words);
    return [...operands.slice(1), ...reads];
  }
  const first = words.findIndex(({ value }) => /^[-(!]/.test(value ?? '') && !/^-[HLPD]$/.test(value ?? ''));
  return (first < 0 ? words : words.slice(0, first)).filter(({ value }) => !value?.startsWith('-'));
}

/** Of what is found below a folder, a file that is protected; the word itself where there are too many to look at. */
function protectedBelow(
  word: ShellWord,
  folder: string,
  command: ShellCommand,
  { isProtected, budget }: UsePlace,
): readonly ShellWord[] {
  const literal = command.words.find(
    ({ value }, at) => /^-i?name$/.test(command.words[at - 1]?.value ?? '') && !/[*?[]/.test(value ?? '*'),
  )?.value;
  // A name without a wildcard is what is meant, whether it is there or not.
  if (literal !== undefined && literal !== null) return [pathWord(word, `${folder}/${literal}`)];
  const reaches = reachOf(command, folder);
  const found = firstFileBelow(folder, (path) => reaches(path) && isProtected(path), budget);
  if (found === 'too-many') return [word];
  return found === null ? [] : [pathWord(word, found)];
}

function pathWord(word: ShellWord, path: string): ShellWord {
  return { ...word, value: path, pieces: [{ kind: 'text', text: path }], splits: false, choices: [] };
}
