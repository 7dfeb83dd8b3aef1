import type { ShellWord } from '../reading.ts';

/** A command substitution that only looks up where a program is. */
const lookup =
  /^(?:\$\(|`)\s*(?:which|command\s+-v|type\s+-[pP])\s+([\w.+-]+)\s*(?:2>\s*\/dev\/null\s*)?[)`]$/;

interface ProgramName {
  readonly name: string;
  /** Whether the word may come to nothing, so that the next one is the program. */
  readonly mayVanish: boolean;
}

/** The base name of the program that a word names; null when that is only known at run time. */
export function programOf(word: ShellWord): ProgramName | null {
  const { value, pieces, splits } = word;
  if (value !== null) return { name: baseName(value), mayVanish: false };
  const [only] = pieces;
  if (only?.kind === 'unknown' && only.from === 'output' && pieces.length === 1) {
    const name = lookup.exec(only.source)?.[1];
    return name === undefined ? null : { name, mayVanish: splits };
  }
  // `npx name@$VERSION`.
  const versioned = only?.kind === 'text' ? /^((?:@[\w-]+\/)?[\w.-]+)@/.exec(only.text)?.[1] : undefined;
  if (versioned !== undefined) return { name: baseName(versioned), mayVanish: false };
  if (splits) return null;
  // Whatever the folder is, the name behind the last slash is known.
  const last = pieces.at(-1);
  const isName = last?.kind === 'text' && last.text.includes('/') && !last.text.endsWith('/');
  const isPath = pieces.every(({ kind }) => kind !== 'glob');
  return isName && isPath ? { name: baseName(last.text), mayVanish: false } : null;
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/', path.endsWith('/') ? path.length - 2 : path.length) + 1);
}
