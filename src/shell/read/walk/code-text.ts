import { unknownMark } from '../expand/expand-word.ts';
import type { Piece, ShellWord, Span } from '../reading.ts';
import type { Locate } from '../syntax/parse.ts';

/** The code that a word holds. Where a part is only known at run time, a mark stands for it. */
export function codeText(word: ShellWord): {
  readonly text: string;
  readonly isWhole: boolean;
  readonly locate: Locate;
} {
  const text = word.value ?? word.pieces.map(stand).join('');
  return { text, isWhole: word.value !== null, locate: locator(text, word) };
}

function stand(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
    case 'glob':
      return piece.text;
    case 'tilde':
      return `~${piece.user}`;
    case 'unknown':
      return unknownMark;
  }
}

/** Where the word stands in the line just as the code reads, places in the code are places in the line. */
function locator(text: string, { source, span }: ShellWord): Locate {
  const offset = text === '' ? -1 : source.indexOf(text);
  const isExact = offset >= 0 && span.end - span.start === source.length;
  if (!isExact) return () => span;
  const limit = span.end;
  return (start, end): Span => ({
    start: Math.min(span.start + offset + start, limit),
    end: Math.min(span.start + offset + end, limit),
  });
}
