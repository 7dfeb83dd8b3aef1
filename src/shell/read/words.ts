import { knownText } from './expand/value.ts';
import type { Piece, ShellWord, Span, UnknownPiece } from './reading.ts';

/** Stands in code for what only run time knows. Anyone may write it, so a word with it counts as unknown. */
export const unknownMark = '\uE000';

/** A text as one word of a line for sh. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Where a word is written. */
export interface WordPlace {
  readonly source: string;
  readonly span: Span;
}

export function wordOf(pieces: readonly Piece[], { source, span }: WordPlace, splits = false): ShellWord {
  return { value: splits ? null : knownText(pieces), pieces, splits, choices: [], source, span };
}

/** A word with this text, in the place of another. */
export function textWord(text: string, place: WordPlace): ShellWord {
  return { ...wordOf([{ kind: 'text', text }], place), value: text };
}

/** A word that a program puts in itself: from its input, or from the files that it finds. */
export function unknownWord(from: UnknownPiece['from'], span: Span, splits: boolean): ShellWord {
  return wordOf([{ kind: 'unknown', from, name: '', source: '' }], { source: '', span }, splits);
}

/** One word that is any of these. */
export function oneOf(words: readonly ShellWord[], { source, span }: WordPlace): ShellWord {
  const [single, ...more] = words;
  if (single !== undefined && more.length === 0) return single;
  const distinct = [...new Map(words.map((word) => [JSON.stringify(word.pieces), word])).values()];
  const [only, ...others] = distinct;
  if (only !== undefined && others.length === 0) return only;
  return {
    value: null,
    pieces: [{ kind: 'unknown', from: 'variable', name: '', source }],
    splits: distinct.some(({ splits }) => splits),
    choices: distinct,
    source,
    span,
  };
}

/** The words that a word may be. */
export function choicesOf(word: ShellWord): readonly ShellWord[] {
  return word.choices.length > 0 ? word.choices : [word];
}

/** The text with which a word begins, as far as it is known. */
export function knownStart(word: ShellWord | undefined): string {
  const first = word?.pieces[0];
  return word?.value ?? (first?.kind === 'text' ? first.text : '');
}

/** The text of the pieces, without what only run time knows. */
export function piecesText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
}

/** What can be read from a process substitution, where the word is only that: null when its output is unknown. */
export function processOutput(word: ShellWord | null): string | null | undefined {
  const [piece, ...others] = word?.pieces ?? [];
  const isProcess = piece?.kind === 'unknown' && piece.from === 'process' && others.length === 0;
  return isProcess ? (piece.output ?? null) : undefined;
}

/** The word without its first letters: the value in `--file=value`. */
export function withoutStart(word: ShellWord, length: number): ShellWord {
  const [first, ...rest] = word.pieces;
  if (first?.kind !== 'text') return word;
  const text = first.text.slice(length);
  return {
    ...word,
    value: word.value === null ? null : word.value.slice(length),
    pieces: text === '' && rest.length > 0 ? rest : [{ kind: 'text', text }, ...rest],
  };
}

/** The values of an option: `--exec=x`, `--exec x`, `-xx`, `-x x`. */
export function optionValues(words: readonly ShellWord[], option: RegExp): readonly ShellWord[] {
  return words.flatMap((word, at): readonly ShellWord[] => {
    const [first] = word.pieces;
    const text = first?.kind === 'text' ? first.text : '';
    if (word.value !== null && option.test(word.value)) return words.slice(at + 1, at + 2);
    const equals = text.indexOf('=');
    if (text.startsWith('--') && equals > 0 && option.test(text.slice(0, equals)))
      return [withoutStart(word, equals + 1)];
    return /^-[^-]./.test(text) && option.test(text.slice(0, 2)) ? [withoutStart(word, 2)] : [];
  });
}

/** The values of options with these names. */
export function optionWords(words: readonly ShellWord[], names: readonly string[]): readonly ShellWord[] {
  return names.length === 0 ? [] : optionValues(words, new RegExp(`^(?:${names.join('|')})$`));
}

/** The words without the `--` before them. */
export function behindDashes(words: readonly ShellWord[]): readonly ShellWord[] {
  return words[0]?.value === '--' ? words.slice(1) : words;
}

const maxChoices = 16;

/** Several words as the one text that a shell reads them as. */
export function joinedWords(words: readonly ShellWord[]): ShellWord {
  const [first] = words;
  if (first !== undefined && words.length === 1) return first;
  const place = {
    source: words.map(({ source }) => source).join(' '),
    span: { start: first?.span.start ?? 0, end: words.at(-1)?.span.end ?? 0 },
  };
  let lists: readonly (readonly ShellWord[])[] = [[]];
  for (const word of words) {
    const choices = choicesOf(word);
    const added = lists.length * choices.length > maxChoices ? [word] : choices;
    lists = lists.flatMap((list) => added.map((choice) => [...list, choice]));
  }
  return oneOf(
    lists.map((list) => joinedPieces(list, place)),
    place,
  );
}

function joinedPieces(words: readonly ShellWord[], place: WordPlace): ShellWord {
  const blank: Piece = { kind: 'text', text: ' ' };
  const joined = words.flatMap(({ pieces }, at) => (at === 0 ? pieces : [blank, ...pieces]));
  const isKnown = words.every(({ value }) => value !== null);
  return { ...wordOf(joined, place), value: isKnown ? words.map(({ value }) => value).join(' ') : null };
}

/** The word with something else for a mark such as `{}`. */
export function replaceMark(word: ShellWord, mark: RegExp, filling: Piece): ShellWord {
  if (!word.pieces.some((piece) => piece.kind === 'text' && piece.text.search(mark) >= 0)) return word;
  const pieces = word.pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'text') return [piece];
    return piece.text.split(mark).flatMap((text, at): readonly Piece[] => {
      const plain: readonly Piece[] = text === '' ? [] : [{ kind: 'text', text }];
      return at === 0 ? plain : [filling, ...plain];
    });
  });
  return { ...word, pieces, value: knownText(pieces) };
}

/** The word with one of these texts for a mark; without texts, with what only run time knows. */
export function fillPlaceholder(
  word: ShellWord,
  mark: RegExp,
  from: UnknownPiece['from'],
  texts: readonly string[] = [],
): ShellWord {
  if (texts.length === 0) return replaceMark(word, mark, { kind: 'unknown', from, name: '', source: '' });
  return oneOf(
    texts.map((text) => replaceMark(word, mark, { kind: 'text', text })),
    word,
  );
}
