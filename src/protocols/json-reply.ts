/** What a process wrote, as a wire sees it. */
export type Written =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Not one JSON value; `found` is every JSON object that stands in it all the same. */
  | { readonly kind: 'text'; readonly text: string; readonly found: readonly unknown[] };

/** Reads what should be one JSON value. White space and a byte order mark around it are no fault. */
export function readWritten(output: string): Written {
  const text = output.trim();
  if (text === '') return { kind: 'nothing' };
  const value = parse(text);
  return value === undefined
    ? { kind: 'text', text, found: objectsIn(text) }
    : { kind: 'json', value: value.parsed };
}

interface Parsed {
  readonly parsed: unknown;
}

function parse(text: string): Parsed | undefined {
  try {
    return { parsed: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const most = 200;
const longest = 65_536;

/**
 * The objects in a text that is not JSON as a whole: behind a banner, before a log line, with Python's NaN in them.
 * They are looked for because one of them may be a deny, which counts whatever stands around it.
 */
function objectsIn(text: string): readonly unknown[] {
  const found = new Map<number, unknown>();
  let lineStart = 0;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed.startsWith('{') && trimmed.endsWith('}')) {
      const value = parseLoosely(trimmed);
      if (value !== undefined) found.set(lineStart + line.indexOf('{'), value.parsed);
    }
    lineStart += line.length + 1;
  }
  let attempts = 0;
  for (let at = text.indexOf('{'); at >= 0 && attempts < most; attempts += 1) {
    const end = endOfObject(text, at);
    if (end > 0) {
      const value = found.has(at) ? undefined : parseLoosely(text.slice(at, end));
      if (value !== undefined) found.set(at, value.parsed);
    }
    // What stands inside a balanced block that is no JSON is not looked at: it was not said, only quoted.
    at = text.indexOf('{', end > 0 ? end : at + 1);
  }
  return [...found.values()];
}

/** Python writes NaN and Infinity, which no JSON parser takes; a deny beside them is readable all the same. */
function parseLoosely(text: string): Parsed | undefined {
  const parsed = parse(text);
  if (parsed !== undefined || text.length > longest) return parsed;
  const patched = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g, (token) =>
    token.startsWith('"') ? token : 'null',
  );
  return patched === text ? undefined : parse(patched);
}

/** The position behind the brace that closes the one at `start`, or -1. */
function endOfObject(text: string, start: number): number {
  const limit = Math.min(text.length, start + longest);
  let depth = 0;
  let inString = false;
  for (let at = start; at < limit; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '{') depth += 1;
    else if (letter === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
