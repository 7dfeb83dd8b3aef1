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
