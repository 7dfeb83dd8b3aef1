/**
 * Reads what `export -p` prints: `export NAME='value'`, where values are quoted in whichever way the shell has. Null where it
 * is anything else.
 */
export function readExports(text: string): Readonly<Record<string, string>> | null {
  const environment: Record<string, string> = {};
  const line = /(?:export|declare -x) ([A-Za-z_]\w*)(=?)/y;
  let index = 0;
  while (index < text.length) {
    line.lastIndex = index;
    const start = line.exec(text);
    if (start === null) return null;
    const [whole, name = '', sign] = start;
    index += whole.length;
    if (sign === '=') {
      const word = readWord(text, index);
      if (word === null) return null;
      environment[name] = word.value;
      index = word.end;
    }
    if (index < text.length && text[index] !== '\n') return null;
    index += 1;
  }
  return environment;
}

/** One word of a shell: quoted parts and single characters behind each other. */
function readWord(text: string, start: number): { readonly value: string; readonly end: number } | null {
  let value = '';
  let index = start;
  while (index < text.length && text[index] !== '\n') {
    const sign = text[index];
    if (sign === "'") {
      const end = text.indexOf("'", index + 1);
      if (end === -1) return null;
      value += text.slice(index + 1, end);
      index = end + 1;
    } else if (sign === '"') {
      const part = /"((?:[^"\\]|\\[\s\S])*)"/y;
      part.lastIndex = index;
      const [whole, inner = ''] = part.exec(text) ?? [];
      if (whole === undefined) return null;
      value += inner.replace(/\\([$`"\\\n])/g, '$1');
      index += whole.length;
    } else if (sign === '$') {
      // bash writes values this way that have signs which a terminal would not show.
      const part = /\$'((?:[^'\\]|\\[\s\S])*)'/y;
      part.lastIndex = index;
      const [whole, inner = ''] = part.exec(text) ?? [];
      const read = whole === undefined ? null : unescaped(inner);
      if (whole === undefined || read === null) return null;
      value += read;
      index += whole.length;
    } else {
      if (sign === '\\') index += 1;
      value += text[index] ?? '';
      index += 1;
    }
  }
  return { value, end: index };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['E', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
]);

/** What bash escaped: letters, and bytes as three digits. */
function unescaped(text: string): string | null {
  const parts: Buffer[] = [];
  for (const [whole, digits, sign] of text.matchAll(/\\(?:([0-3][0-7]{2})|([\s\S]))|[^\\]+/g)) {
    const letter = sign === undefined ? whole : escapes.get(sign);
    if (letter === undefined) return null;
    parts.push(digits === undefined ? Buffer.from(letter) : Buffer.from([Number.parseInt(digits, 8)]));
  }
  return Buffer.concat(parts).toString();
}
