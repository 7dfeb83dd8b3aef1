import { cutEnd } from '../../../engine/values/cut-text.ts';
import { UnjudgeablePath } from '../../../files/follow-links.ts';
import { alternatives, spelling } from '../../../shell/queries.ts';
import type { Piece, ShellWord } from '../../../shell/reading.ts';

/** Why it is only known at run time what a program gets for a word; null when the line says it. */
export function unknownReason(word: ShellWord): string | null {
  for (const one of alternatives(word)) {
    if (one.value !== null) continue;
    for (const piece of one.pieces) {
      const reason = pieceReason(piece);
      if (reason !== null) return reason;
    }
  }
  return null;
}

export function pieceReason(piece: Piece): string | null {
  if (piece.kind === 'tilde') return piece.user === '' ? null : `~${piece.user}, another's folder`;
  if (piece.kind !== 'unknown') return null;
  switch (piece.from) {
    case 'number':
    case 'process':
      return null;
    case 'variable':
      return piece.name === '' ? 'a word that is only known at run time' : `the variable $${piece.name}`;
    case 'output':
      return `the output of ${shown(piece.source)}`;
    case 'input':
      return 'words that are read from input';
    case 'found':
      return 'names that are found';
    case 'braces':
      return 'a list in braces';
  }
}

export function refuseUnknown(word: ShellWord): void {
  const reason = unknownReason(word);
  if (reason !== null) throw new UnjudgeablePath(reason);
}

/** Whether the shell replaces a word by the names that it matches. */
export function isGlob(word: ShellWord): boolean {
  return alternatives(word).some(({ pieces }) => pieces.some(({ kind }) => kind === 'glob'));
}

/** Whether a word is `<(…)` or `>(…)`: a path that only leads to commands which are judged by themselves. */
export function isProcess({ value, pieces }: ShellWord): boolean {
  const [piece, ...others] = pieces;
  return value === null && others.length === 0 && piece?.kind === 'unknown' && piece.from === 'process';
}

/**
 * Every text that a word may be, with a number in the place of one that only run time knows. Throws where more than a
 * number is missing.
 */
export function textsOf(word: ShellWord): readonly string[] {
  return alternatives(word).map((one) => {
    refuseUnknown(one);
    return spelling(numbered(one));
  });
}

/**
 * The word with some number for one that only run time knows: `-$n` is an option like `-1`. Not where the number may be
 * nothing, so that what stands around it is another path.
 */
export function withNumber(word: ShellWord): ShellWord {
  const mayBePath = word.pieces.some((piece) => piece.kind === 'text' && /[/.~]/.test(piece.text));
  return mayBePath ? word : numbered(word);
}

function numbered(word: ShellWord): ShellWord {
  const isNumber = (piece: Piece): boolean => piece.kind === 'unknown' && piece.from === 'number';
  if (word.value !== null || word.choices.length > 0 || !word.pieces.some(isNumber)) return word;
  const pieces = word.pieces.map((piece): Piece => (isNumber(piece) ? { kind: 'text', text: '1' } : piece));
  const isText = pieces.every(({ kind }) => kind === 'text');
  return { ...word, pieces, value: isText ? spelling({ ...word, value: null, pieces }) : null };
}

/** A word of this text. */
export function wordFor(text: string): ShellWord {
  return {
    value: text,
    pieces: [{ kind: 'text', text }],
    splits: false,
    choices: [],
    source: text,
    span: { start: 0, end: 0 },
  };
}

export const here: ShellWord = wordFor('.');

export function shown(text: string): string {
  return cutEnd(text, 40);
}
