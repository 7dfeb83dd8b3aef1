import { subcommandCard } from '../shell/programs/cards.ts';
import { subcommandOf } from '../shell/read/queries.ts';
import type { ShellCommand, ShellWord } from '../shell/read/reading.ts';
import { type Hole, type Symbols, wordEnd } from './command-pattern.ts';

const maxLetters = 10_000;

export function commandSymbols(program: Symbols, words: readonly ShellWord[]): Symbols {
  return [...program, ...words.flatMap(behind)];
}

/** A word that may become none takes the end of the word before it along. */
function behind(word: ShellWord): Symbols {
  const symbols = wordSymbols(word);
  return word.splits && symbols.every((symbol) => typeof symbol === 'object')
    ? symbols
    : [wordEnd, ...symbols];
}

export function wordSymbols(word: ShellWord): Symbols {
  if (word.value !== null) return lettersOf(word.value);
  if (word.choices.length > 0) return [word.choices.map(wordSymbols)];
  const hole: Hole = { splits: word.splits };
  return word.pieces.flatMap((piece): Symbols => (piece.kind === 'text' ? lettersOf(piece.text) : [hole]));
}

function lettersOf(text: string): Symbols {
  return text.length <= maxLetters ? [...text] : [...text.slice(0, maxLetters), { splits: false }];
}

/** The program by the last part of its path: `rm` for `/bin/rm`, and for `$HOME/bin/rm`. */
export function baseSymbols({ program, name }: ShellCommand): Symbols {
  if (name !== '') return [...name];
  if (program === null) return [{ splits: true }];
  const symbols = wordSymbols(program);
  return symbols.slice(symbols.lastIndexOf('/') + 1);
}

const groups: ReadonlySet<string> = new Set(['run', 'workspace', 'workspaces']);

const ownCommands: ReadonlySet<string> = new Set(
  'add audit build create env exec init install link ln ls node pack rm server set stop test up update version why'.split(
    ' ',
  ),
);

/** `git push` of `pnpm git push`. Only for rules that deny or ask: `yarn run *` as an allow means the scripts. */
export function scriptWords(command: ShellCommand): readonly ShellWord[] {
  const { card, words } = command;
  if (card?.runs !== 'scripts') return [];
  const { path = [], places = [] } = subcommandOf(command) ?? {};
  const [first = ''] = path;
  const [start] = places;
  if (start === undefined || ownCommands.has(first)) return [];
  if (!groups.has(first)) return words.slice(start);
  const run = words.findIndex(({ value }) => value === 'run');
  const at = words.findIndex(({ value }, place) => place > run && value?.startsWith('-') !== true);
  // A name that is only known at run time is that of a script.
  return run < 0 || at < 0 || words[at]?.value === null ? [] : words.slice(at);
}

/** `git send-pack` does what `git push` does. */
export function actsAs(name: string, path: readonly string[]): readonly string[] {
  const acts = subcommandCard(name, path)?.acts;
  return acts === undefined ? path : [acts];
}

/** `git-push` is `git push`, and `GIT.EXE` is `git`. */
export function otherNames(name: string): readonly Symbols[] {
  const plain = withoutExe(name);
  return [
    ...(plain === name ? [] : [[...plain]]),
    ...(plain.startsWith('git-') ? [[...'git', wordEnd, ...plain.slice(4)]] : []),
  ];
}

function withoutExe(name: string): string {
  return /.\.exe$/i.test(name) ? name.slice(0, -4).toLowerCase() : name;
}
