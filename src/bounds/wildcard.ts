/** Whether a text is what a pattern with `*` stands for. */
export type Wildcard = (text: string) => boolean;

/**
 * Compiles a pattern in which `*` is any text, line breaks included. Each piece between two stars is looked for once,
 * behind the piece before it: whatever comes first leaves the most room for the rest. So the time is linear in the text.
 */
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

/** Where the text goes on behind these pieces, each found as early as possible; null when one is missing. */
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
