import { posix } from 'node:path';
import { stripEnd } from '../../../bounds/strip-end.ts';
import type { Dialect } from '../state/frame.ts';
import { echo, printf } from './print.ts';

/** What a program prints for its words and its input; null where that is unknown. */
type TextProgram = (words: readonly string[], input: string | null, dialect: Dialect) => string | null;

const cat: TextProgram = (words, input) => (words.every((word) => word === '-') ? input : null);

const base64: TextProgram = (words, input) => {
  if (input === null) return null;
  const isDecoding = words.some((word) => /^(?:-d|-D|-di|-id|--decode)$/.test(word));
  if (!words.every((word) => /^(?:-d|-D|-di|-id|-i|--decode|--ignore-garbage|-w0|--wrap=0|-)$/.test(word)))
    return null;
  if (isDecoding) return decoded(Buffer.from(input, 'base64'));
  const text = Buffer.from(input).toString('base64');
  return words.some((word) => /^(?:-w0|--wrap=0)$/.test(word)) || text.length <= 76 ? `${text}\n` : null;
};

const xxd: TextProgram = (words, input) => {
  const flags = words.join('');
  if (input === null || !/^(?:-r-p|-p-r|-rp|-pr)$/.test(flags) || !/^[\da-f\s]*$/i.test(input)) return null;
  return decoded(Buffer.from(input.replaceAll(/\s/g, ''), 'hex'));
};

const rev: TextProgram = (words, input) =>
  input === null || words.length > 0
    ? null
    : input
        .split('\n')
        .map((line) => [...line].reverse().join(''))
        .join('\n');

const tr: TextProgram = (words, input) => {
  const isDeleting = words[0] === '-d';
  const [from, to, more] = isDeleting ? [words[1], '', words[2]] : [words[0], words[1], words[2]];
  if (input === null || from === undefined || to === undefined || more !== undefined) return null;
  if (!isDeleting && from.startsWith('-') && from.length > 1) return null;
  const letters = letterSet(from);
  const others = letterSet(to);
  if (letters === null || others === null || (others.length === 0 && !isDeleting)) return null;
  const map = new Map<string, string>();
  for (const [at, letter] of letters.entries())
    if (!map.has(letter) || !isDeleting)
      map.set(letter, isDeleting ? '' : (others[at] ?? others.at(-1) ?? ''));
  return [...input].map((letter) => map.get(letter) ?? letter).join('');
};

/** `a-z`, `abc`, `\n`; null for classes and the like. */
function letterSet(text: string): readonly string[] | null {
  if (/\[|\\[^nt\\]/.test(text)) return null;
  const plain = [...text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\\\', '\\')];
  const letters: string[] = [];
  for (let at = 0; at < plain.length; at += 1) {
    const letter = plain[at] ?? '';
    const last = plain[at + 1] === '-' ? plain[at + 2] : undefined;
    if (last === undefined) letters.push(letter);
    else {
      const end = last.codePointAt(0) ?? 0;
      const start = letter.codePointAt(0) ?? 0;
      if (end < start || end - start > 256) return null;
      for (let code = start; code <= end; code += 1) letters.push(String.fromCodePoint(code));
      at += 2;
    }
  }
  return letters;
}

const seq: TextProgram = (words) => {
  const numbers = words.map(Number);
  if (words.length < 1 || words.length > 3 || !words.every((word) => /^-?\d{1,9}$/.test(word))) return null;
  const first = words.length === 1 ? 1 : (numbers[0] ?? 1);
  const step = words.length === 3 ? (numbers[1] ?? 1) : 1;
  const last = numbers.at(-1) ?? 0;
  if (step === 0 || (last - first) / step > 1000) return null;
  let output = '';
  for (let number = first; step > 0 ? number <= last : number >= last; number += step)
    output += `${number}\n`;
  return output;
};

const basename: TextProgram = ([path = '', ending = '', ...more]) => {
  if (path === '' || path.startsWith('-') || more.length > 0) return null;
  const name = posix.basename(path) || '/';
  const isCut = ending !== '' && name !== ending && name.endsWith(ending);
  return `${isCut ? name.slice(0, -ending.length) : name}\n`;
};

const dirname: TextProgram = ([path, ...more]) =>
  path === undefined || path.startsWith('-') || more.length > 0
    ? null
    : `${stripEnd(posix.dirname(path), '/') || '/'}\n`;

/** Bytes as text; null when they aren't. */
function decoded(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? null : text;
}

export const textPrograms: ReadonlyMap<string, TextProgram> = new Map<string, TextProgram>([
  ['echo', echo],
  ['printf', printf],
  ['cat', cat],
  ['base64', base64],
  ['xxd', xxd],
  ['rev', rev],
  ['tr', tr],
  ['seq', seq],
  ['basename', basename],
  ['dirname', dirname],
  ['true', () => ''],
  [':', () => ''],
]);
