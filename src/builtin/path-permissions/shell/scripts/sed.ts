import { withoutStart } from '../../../../shell/options.ts';
import { knownStart } from '../../../../shell/programs/words.ts';
import type { ShellWord } from '../../../../shell/reading.ts';
import { textsOf } from '../words.ts';

/** Whether the words of a sed call only change what sed prints: its scripts can write files and run commands too. */
export function isHarmlessSed(words: readonly ShellWord[]): boolean {
  const scripts: ShellWord[] = [];
  const plain: ShellWord[] = [];
  let isStated = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const text = knownStart(word);
    if (/^(?:-[nErszu]*e|--expression)$/.test(text)) {
      at += 1;
      isStated = true;
      const script = words[at];
      if (script !== undefined) scripts.push(script);
    } else if (text.startsWith('--expression=')) {
      isStated = true;
      scripts.push(withoutStart(word, '--expression='.length));
    } else if (text === '-' || !text.startsWith('-')) plain.push(word);
    else if (
      word.value === null ||
      !/^(?:--|-[nErszu]*i?|-i\.\w+|--(?:quiet|silent|in-place|regexp-extended|separate|null-data|unbuffered))$/.test(
        text,
      )
    )
      return false;
  }
  // Behind `-i`, an empty word is the script to one sed and the ending of backups to another.
  if (!isStated) scripts.push(...plain.slice(0, plain[0]?.value === '' ? 2 : 1));
  return scripts.flatMap(textsOf).every(isHarmlessScript);
}

const address = /^(?:\d+(?:~\d+)?|\$|[+~]\d+)/;
const pattern = /^\/(?:\\[\s\S]|[^\\/[\n]|\[\^?\]?[^\]\n/]*\])*\/[IM]*/;

/** Whether a script of sed has only commands that print, change, delete or branch. */
function isHarmlessScript(script: string): boolean {
  let rest = script;
  while (rest !== '') {
    const blank = /^(?:[\s;]+|#[^\n]*)/.exec(rest)?.[0];
    if (blank !== undefined) {
      rest = rest.slice(blank.length);
      continue;
    }
    const command = behindAddresses(rest);
    const length = command === null ? null : commandLength(command);
    if (command === null || length === null) return false;
    rest = command.slice(length);
  }
  return true;
}

/** What stands behind `1,/end/!`; null where that cannot be told. */
function behindAddresses(text: string): string | null {
  let rest = text;
  for (let count = 0; count < 2; count += 1) {
    const own = (address.exec(rest) ?? pattern.exec(rest))?.[0];
    if (own === undefined) {
      if (count === 1) return null;
      break;
    }
    rest = rest.slice(own.length).trimStart();
    if (count === 1 || !rest.startsWith(',')) break;
    rest = rest.slice(1).trimStart();
  }
  return rest.replace(/^[!\s]+/, '');
}

/** How long the command is that the text begins with; null for one that may read, write or run anything. */
function commandLength(text: string): number | null {
  switch (text[0]) {
    case '{':
    case '}':
      return 1;
    case 's':
    case 'y':
      return substitutionLength(text);
    case 'a':
    case 'i':
    case 'c':
      return /^[\s\S](?:\\[\s\S]|[^\\\n])*/.exec(text)?.[0].length ?? null;
    case 'b':
    case 't':
    case 'T':
    case ':':
      return /^[btT:] *\w*(?=[\s;}]|$)/.exec(text)?.[0].length ?? null;
    default:
      return /^(?:[=dDgGhHnNpPxzF]|[qQl] *\d*)(?=[\s;}]|$)/.exec(text)?.[0].length ?? null;
  }
}

function substitutionLength(text: string): number | null {
  const delimiter = text[1] ?? '';
  if (delimiter === '' || /[\s\\\w[\]]/.test(delimiter)) return null;
  let at = 2;
  for (let section = 0; section < 2; section += 1) {
    let isInClass = false;
    for (; text[at] !== delimiter; at += 1) {
      if (at >= text.length) return null;
      if (text[at] === '\\') at += 1;
      else if (section === 0 && text[at] === '[') isInClass = true;
      else if (text[at] === ']') isInClass = false;
    }
    // Whether a delimiter in brackets ends the pattern depends on the sed.
    if (isInClass) return null;
    at += 1;
  }
  const flags = /^[gIimMp\d]*(?=[\s;}]|$)/.exec(text.slice(at))?.[0];
  return flags === undefined ? null : at + flags.length;
}
