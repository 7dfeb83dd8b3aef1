import { lookUp } from '../../../engine/values/look-up.ts';
import type { Dialect } from '../state/frame.ts';

/** What `echo` prints; null where shells differ in it. */
export function echo(words: readonly string[], _input: string | null, dialect: Dialect): string | null {
  // Of its options, dash knows `-n` alone and prints the others.
  if (dialect === 'posix' && /^-[neE]*[eE]/.test(words[0] ?? '')) return null;
  let at = 0;
  let isEscaping = false;
  let end = '\n';
  for (; at < words.length && /^-[neE]+$/.test(words[at] ?? ''); at += 1) {
    const flags = words[at] ?? '';
    if (flags.includes('n')) end = '';
    isEscaping = flags.lastIndexOf('e') > flags.lastIndexOf('E') || (isEscaping && !flags.includes('E'));
  }
  const text = words.slice(at).join(' ');
  if (!text.includes('\\')) return text + end;
  // Without `-e`, bash prints a backslash as it is, and dash and zsh do not.
  const shown = unescaped(text, true);
  return shown === null || (!isEscaping && shown !== text) ? null : shown + end;
}

/** What `printf` prints, for the formats that print text. */
export function printf(words: readonly string[]): string | null {
  const [format, ...values] = words[0] === '--' ? words.slice(1) : words;
  if (format === undefined || format.startsWith('-')) return null;
  let output = '';
  let at = 0;
  do {
    const start = at;
    for (const match of format.matchAll(/%(?:%|[sbcdi])|%|[^%]+/g)) {
      const [piece] = match;
      const text = piece.startsWith('%') ? formatted(piece, values[at]) : unescaped(piece, false);
      if (text === null) return null;
      if (piece.startsWith('%') && piece !== '%%') at += 1;
      output += text;
      if (output.length > 200_000) return null;
    }
    if (at === start) break;
  } while (at < values.length);
  return output;
}

function formatted(piece: string, value: string | undefined): string | null {
  switch (piece) {
    case '%%':
      return '%';
    case '%s':
      return value ?? '';
    case '%c':
      return (value ?? '').slice(0, 1);
    case '%b':
      return unescaped(value ?? '', true);
    case '%d':
    case '%i':
      return /^-?(?:0|[1-9]\d{0,8})$/.test(value ?? '0') ? (value ?? '0') : null;
    default:
      return null;
  }
}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1B',
  E: '\x1B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/** Text with its backslashes worked out; null for bytes that are only part of a letter. */
function unescaped(text: string, isLeadingZero: boolean): string | null {
  let isKnown = true;
  const octal = isLeadingZero ? '0[0-7]{0,3}|[1-7][0-7]{0,2}' : '[0-7]{1,3}';
  const pattern = new RegExp(`\\\\(?:x([\\da-fA-F]{1,2})|u([\\da-fA-F]{1,4})|(${octal})|([\\s\\S]))`, 'g');
  const result = text.replaceAll(
    pattern,
    (whole, hex?: string, code?: string, digits?: string, sign?: string) => {
      if (sign !== undefined) {
        if (sign === 'c') isKnown = false;
        return lookUp(escapes, sign) ?? whole;
      }
      const number =
        digits === undefined ? Number.parseInt(hex ?? code ?? '0', 16) : Number.parseInt(digits, 8);
      if (number === 0 || (number > 127 && code === undefined)) isKnown = false;
      return String.fromCharCode(number);
    },
  );
  return isKnown ? result : null;
}
