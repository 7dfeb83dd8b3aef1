import { alternatives } from '../../../src/shell/read/queries.ts';
import type { ShellReading, ShellWord } from '../../../src/shell/read/reading.ts';
import type { Recorded } from './real-shell.ts';

/** Whether a reading named this call, or said that it cannot tell. */
export function isNamed({ commands, doubts }: ShellReading, { name, words }: Recorded): boolean {
  if (doubts.length > 0) return true;
  return commands.some((command) => command.name === name && matches(command.words, words));
}

/** Whether these words may have become those. */
function matches(words: readonly ShellWord[], real: readonly string[]): boolean {
  const [first, ...rest] = words;
  if (first === undefined) return real.length === 0;
  return alternatives(first).some((word) => {
    const isMany = first.splits || word.splits || word.pieces.some(({ kind }) => kind === 'glob');
    if (isMany) return [...real, ''].some((_, at) => matches(rest, real.slice(at)));
    const [next, ...others] = real;
    return next !== undefined && isLike(word, next) && matches(rest, others);
  });
}

/** What is known of a word stands in the real one, in order. */
function isLike({ value, pieces }: ShellWord, real: string): boolean {
  if (value !== null) return value === real;
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== 'text') continue;
    const found = real.indexOf(piece.text, at);
    if (found < 0 || (index === 0 && found > 0)) return false;
    at = found + piece.text.length;
  }
  return pieces.at(-1)?.kind !== 'text' || at === real.length;
}
