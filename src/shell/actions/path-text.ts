import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { Piece, ShellWord } from '../read/reading.ts';

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
  return piece.kind === 'tilde' ? homeOf(piece.user) : null;
}

/** The home of this user, by whatever name, or where that of another usually is. `~+` and `~-` are no homes. */
function homeOf(user: string): string | null {
  if (user === '' || user === ownName()) return homedir();
  if (user === 'root') return '/root';
  return /^\w/.test(user) ? join(dirname(homedir()), user) : null;
}

function ownName(): string | null {
  try {
    return userInfo().username;
  } catch {
    // A container may have users without names.
    return null;
  }
}

/** The path as one text, where all of it is known. */
export function wholeText(path: PathText): string | null {
  return path.every((part) => part !== null) ? path.join('') : null;
}
