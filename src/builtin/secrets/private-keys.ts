import type { FoundSecret } from './found-secret.ts';

const begin = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** What may stand between the marks of a key: tools number the lines that they show, or mark them. */
const body = /[A-Za-z0-9+/=\s\\:,.()@<>"'|→#*_`;-]{0,32768}/y;
/** A line of a key that has no end. */
const line =
  /^(?:\d{1,7}[ \t]?[→|:-]?[ \t]?|[>+|#*-]{1,3}[ \t]?)?(?:[A-Za-z0-9+/=]{8,}|[A-Za-z-]{4,20}:.*|)$/;
/** A placeholder is shorter than the shortest key. */
const minLength = 40;

/** Private keys with what surrounds them, cut off or whole; not the marks alone, and not `...` between them. */
export function privateKeysIn(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  if (!text.includes('PRIVATE KEY')) return found;
  let behind = 0;
  for (const { index, 0: mark } of text.matchAll(begin)) {
    if (index < behind) continue;
    const start = index + mark.length;
    const end = endOf(text, start);
    const letters = text.slice(start, end).replace(/\\[nrt]|[^A-Za-z0-9+/]/g, '');
    behind = end;
    if (letters.length < minLength || new Set(letters.slice(0, 2000)).size < 12) continue;
    found.push({ kind: 'private-key', what: 'a private key', start: index, end });
  }
  return found;
}

function endOf(text: string, start: number): number {
  body.lastIndex = start;
  const inner = start + (body.exec(text)?.[0].length ?? 0);
  const mark = text.slice(start, inner).indexOf('-----END');
  if (mark < 0) {
    let end = start;
    for (const part of text.slice(start, inner).split(/(\\n|\n)/)) {
      const isLine = /^\\?n$|^\n$/.test(part) || line.test(part.trim());
      end += isLine ? part.length : (/^[\s\d→|:>+#*-]{0,20}[A-Za-z0-9+/=]{8,}/.exec(part)?.[0].length ?? 0);
      if (!isLine) break;
    }
    return end;
  }
  const close = text.indexOf('-----', start + mark + '-----END'.length);
  return close < 0 || close > start + mark + 100 ? inner : close + '-----'.length;
}
