import { homedir } from 'node:os';
import type { Piece, ShellWord } from '../../shell/reading.ts';

/** A path as far as it is known: text, and null for what only run time knows. */
export type PathText = readonly (string | null)[];

/** A pattern of names, to be looked up in the folders that the command may be in. */
export interface GlobText {
  readonly glob: string;
}

/** What a word may name: paths, or patterns of them. A word of a loop names several. */
export function pathTexts(word: ShellWord): readonly (PathText | GlobText)[] {
  if (word.choices.length > 0) return word.choices.flatMap(pathTexts);
  if (word.value !== null) return [[word.value]];
  const parts = word.pieces.map(partOf);
  const hasGlob = word.pieces.some(({ kind }) => kind === 'glob');
  if (hasGlob && parts.every((part) => part !== null)) return [{ glob: parts.join('') }];
  return [hasGlob ? word.pieces.map((piece) => (piece.kind === 'glob' ? null : partOf(piece))) : parts];
}

function partOf(piece: Piece): string | null {
  if (piece.kind === 'text' || piece.kind === 'glob') return piece.text;
  return piece.kind === 'tilde' && piece.user === '' ? homedir() : null;
}

/** The path as one text, where all of it is known. */
export function wholeText(path: PathText): string | null {
  return path.every((part) => part !== null) ? path.join('') : null;
}
