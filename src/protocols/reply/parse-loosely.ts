/** A value that was parsed, to be told from none. */
export interface Parsed {
  readonly parsed: unknown;
}

export function parseStrictly(text: string): Parsed | undefined {
  try {
    return { parsed: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Python writes NaN and Infinity, which no JSON parser takes; a deny beside them is readable all the same. */
export function parseLoosely(text: string): Parsed | undefined {
  const parsed = parseStrictly(text);
  if (parsed !== undefined) return parsed;
  const patched = withoutPythonNumbers(text);
  return patched === text ? undefined : parseStrictly(patched);
}

/** A loop over the words rather than one expression for strings too, which long or broken strings make quadratic. */
function withoutPythonNumbers(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let scanned = 0;
  let inString = false;
  for (const word of text.matchAll(/-?\b(?:NaN|Infinity)\b/g)) {
    for (; scanned < word.index; scanned += 1) {
      const letter = text[scanned];
      if (letter === '"') inString = !inString;
      else if (letter === '\\' && inString) scanned += 1;
    }
    if (inString) continue;
    parts.push(text.slice(copied, word.index), 'null');
    copied = word.index + word[0].length;
  }
  return copied === 0 ? text : parts.join('') + text.slice(copied);
}
