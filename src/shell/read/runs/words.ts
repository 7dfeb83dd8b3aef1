import { oneOf } from '../expand/expand-word.ts';
import type { Piece, ShellWord, Span, UnknownPiece } from '../reading.ts';

/** The text with which a word begins, as far as it is known. */
export function knownStart(word: ShellWord | undefined): string {
  const first = word?.pieces[0];
  return word?.value ?? (first?.kind === 'text' ? first.text : '');
}

/** A word that a program puts in itself: from its input, or from the files that it finds. */
export function unknownWord(from: UnknownPiece['from'], span: Span, splits: boolean): ShellWord {
  const piece = { kind: 'unknown', from, name: '', source: '' } as const;
  return { value: null, pieces: [piece], splits, choices: [], source: '', span };
}

/** A word that is this text, in the place of another. */
export function textWord(text: string, { source, span }: Pick<ShellWord, 'source' | 'span'>): ShellWord {
  return { value: text, pieces: [{ kind: 'text', text }], splits: false, choices: [], source, span };
}

const maxChoices = 16;

/** Several words as the one text that a shell reads them as. */
export function joinedWords(words: readonly ShellWord[]): ShellWord {
  const [first] = words;
  if (first !== undefined && words.length === 1) return first;
  const at = {
    source: words.map(({ source }) => source).join(' '),
    span: { start: first?.span.start ?? 0, end: words.at(-1)?.span.end ?? 0 },
  };
  let lists: readonly (readonly ShellWord[])[] = [[]];
  for (const word of words) {
    const own = word.choices.length > 0 ? word.choices : [word];
    const isTooMany = lists.length * own.length > maxChoices;
    lists = lists.flatMap((list) => (isTooMany ? [[...list, word]] : own.map((choice) => [...list, choice])));
  }
  return oneOf(
    lists.map((list) => joinedPieces(list, at)),
    at,
  );
}

function joinedPieces(words: readonly ShellWord[], at: Pick<ShellWord, 'source' | 'span'>): ShellWord {
  const blank: Piece = { kind: 'text', text: ' ' };
  const pieces = words.flatMap(({ pieces: own }, index) => (index === 0 ? own : [blank, ...own]));
  const isKnown = words.every(({ value }) => value !== null);
  const value = isKnown ? words.map((word) => word.value).join(' ') : null;
  return { value, pieces, splits: false, choices: [], ...at };
}
