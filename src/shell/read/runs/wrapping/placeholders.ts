import { oneOf } from '../../expand/expand-word.ts';
import type { Piece, ShellWord, UnknownPiece } from '../../reading.ts';

/** The word with what a program puts in for a mark such as `{}`: one of these texts, or what only run time knows. */
export function fillPlaceholder(
  word: ShellWord,
  mark: RegExp,
  from: UnknownPiece['from'],
  texts: readonly string[] = [],
): ShellWord {
  if (!hasMark(word, mark)) return word;
  if (texts.length === 0) return replaceMark(word, mark, { kind: 'unknown', from, name: '', source: '' });
  return oneOf(
    texts.map((text) => replaceMark(word, mark, { kind: 'text', text })),
    word,
  );
}

/** The same word where it has no such mark. */
export function replaceMark(word: ShellWord, mark: RegExp, filling: Piece): ShellWord {
  if (!hasMark(word, mark)) return word;
  const pieces = word.pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'text') return [piece];
    return piece.text.split(mark).flatMap((text, at): readonly Piece[] => {
      const own: readonly Piece[] = text === '' ? [] : [{ kind: 'text', text }];
      return at === 0 ? own : [filling, ...own];
    });
  });
  const texts = pieces.map((piece) => (piece.kind === 'text' ? piece.text : null));
  return { ...word, pieces, value: texts.includes(null) ? null : texts.join('') };
}

function hasMark({ pieces }: ShellWord, mark: RegExp): boolean {
  return pieces.some((piece) => piece.kind === 'text' && piece.text.search(mark) >= 0);
}
