/**
 * The first key that one object of a JSON text has twice; null when there is none. Of two values, readers differ in which
 * one they take: an agent may run what hookline never saw. The text has been parsed: it is JSON. Takes linear time.
 */
export function repeatedKey(text: string): string | null {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') open.push(new Set());
    else if (character === '}') open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      if (isKey(text, end)) {
        const key: string = JSON.parse(text.slice(at, end));
        const keys = open.at(-1);
        if (keys?.has(key)) return key;
        keys?.add(key);
      }
      at = end - 1;
    }
  }
  return null;
}

/** Where the string that begins at `start` has ended. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

const blanks = ' \t\n\r';

/** In JSON, a colon follows on keys and on nothing else. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && blanks.includes(text.charAt(at))) at += 1;
  return text[at] === ':';
}
