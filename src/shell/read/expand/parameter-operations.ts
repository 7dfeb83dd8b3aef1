/**
 * What `${name…}` makes of a text, for the operators that can be worked out here; null for the others and where a pattern
 * is more than `*` and `?`.
 */
export function applyOperation(
  text: string,
  operator: string,
  [first = '', second]: readonly string[],
): string | null {
  switch (operator) {
    case '#':
    case '##':
    case '%':
    case '%%':
      return removed(text, operator, first);
    case '/':
    case '//':
    case '/#':
    case '/%':
      return replaced(text, operator, first, second ?? '');
    case ':':
      return sliced(text, first, second);
    case '^^':
      return first === '' ? text.toUpperCase() : null;
    case ',,':
      return first === '' ? text.toLowerCase() : null;
    case '^':
      return first === '' ? text.slice(0, 1).toUpperCase() + text.slice(1) : null;
    case ',':
      return first === '' ? text.slice(0, 1).toLowerCase() + text.slice(1) : null;
    default:
      return null;
  }
}

const maxReplaced = 1_000_000;

const plain = /^[^*?[\]\\()|!@+]*$/;

/** Removes what a pattern matches at one end. Only `*` at one end of a pattern is understood: `*.`, `.*`, `*`/. */
function removed(text: string, operator: string, pattern: string): string | null {
  const atStart = operator.startsWith('#');
  if (plain.test(pattern)) {
    const isThere = atStart ? text.startsWith(pattern) : text.endsWith(pattern);
    if (!isThere) return text;
    return atStart ? text.slice(pattern.length) : text.slice(0, text.length - pattern.length);
  }
  const literal = atStart ? pattern.slice(1) : pattern.slice(0, -1);
  const star = atStart ? pattern[0] : pattern.at(-1);
  if (star !== '*' || literal === '' || !plain.test(literal)) return null;
  const isLongest = operator.length === 2;
  const at = atStart === isLongest ? text.lastIndexOf(literal) : text.indexOf(literal);
  if (at < 0) return text;
  return atStart ? text.slice(at + literal.length) : text.slice(0, at);
}

function replaced(text: string, operator: string, pattern: string, by: string): string | null {
  if (!plain.test(pattern) || pattern === '' || by.includes('&') || by.includes('\\')) return null;
  if (operator === '//')
    return text.length * by.length > maxReplaced ? null : text.replaceAll(pattern, () => by);
  if (operator === '/') return text.replace(pattern, () => by);
  if (operator === '/#') return text.startsWith(pattern) ? by + text.slice(pattern.length) : text;
  return text.endsWith(pattern) ? text.slice(0, text.length - pattern.length) + by : text;
}

function sliced(text: string, from: string, length: string | undefined): string | null {
  const start = wholeNumber(from);
  const count = length === undefined ? text.length : wholeNumber(length);
  if (start === null || count === null || Math.abs(start) > text.length) return null;
  const begin = start < 0 ? text.length + start : start;
  const end = count < 0 ? text.length + count : begin + count;
  return end < begin ? null : text.slice(begin, end);
}

function wholeNumber(text: string): number | null {
  const trimmed = text.trim();
  // A zero in front makes it an octal number.
  return /^-?(?:0|[1-9]\d{0,8})$/.test(trimmed) ? Number(trimmed) : null;
}
