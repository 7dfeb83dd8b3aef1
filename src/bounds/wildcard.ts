export type Wildcard = (text: string) => boolean;

/** `*` is any text, line breaks included. Each piece is looked for once, so time is linear in the text. */
export function compileWildcard(pattern: string): Wildcard {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    const end = text.length - last.length;
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    const at = behindAll(text, others, first.length);
    return at !== null && at <= end;
  };
}

function behindAll(text: string, pieces: readonly string[], start: number): number | null {
  let at: number | null = start;
  for (const piece of pieces) {
    at = behind(text, piece, at);
    if (at === null) return null;
  }
  return at;
}

function behind(text: string, piece: string, start: number): number | null {
  if (start > text.length) return null;
  const found = text.indexOf(piece, start);
  return found < 0 ? null : found + piece.length;
}
