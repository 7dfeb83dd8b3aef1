import { oneOf } from '../../expand/expand-word.ts';
import type { Piece, ShellWord, UnknownPiece } from '../../reading.ts';

/** The word with what a program puts in for a mark such as `{}`: one of these texts, or what only run time knows. */
export function fillPlaceholder(
  word: ShellWord,
  mark: RegExp,
  from: UnknownPiece['from'],
  texts: readonly string[] = [],
): ShellWord {
  const hasMark = word.pieces.some((piece) => piece.kind === 'text' && piece.text.search(mark) >= 0);
  if (!hasMark) return word;
  const unknown: Piece = { kind: 'unknown', from, name: '', source: '' };
  if (texts.length === 0) return filled(word, mark, unknown);
  return oneOf(
    texts.map((text) => filled(word, mark, { kind: 'text', text })),
    word,
  );
}

function filled(word: ShellWord, mark: RegExp, filling: Piece): ShellWord {
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
