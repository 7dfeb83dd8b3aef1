import { shellQuoted } from '../read/words.ts';
import { type CodeFindings, unclosed } from './code.ts';
import type { Token } from './evaluate/token.ts';
import { tokensOf } from './evaluate/tokens.ts';

const syntax = {
  comment: /#[^\n]*|\\\n/y,
  name: /[A-Za-z_]\w*/y,
  sign: />>|>=|<=|==|!=|\|\||\|&|&&|!~|\+\+|--|[+\-*/%^]=/y,
  quotes: { '"': { escapes: 'all', fill: null } },
  regular: true,
  linesEnd: true,
  same: {},
} as const;

const maxText = 4096;
const maxGroup = 40;

/** What an awk program runs and opens. Texts that stand beside each other are one. */
export function readAwk(code: string, found: CodeFindings): void {
  const { tokens, isWhole } = tokensOf(code, syntax, found);
  if (!isWhole) found.doubt('unknown', unclosed);
  const known = setTexts(tokens, found);
  let depth = 0;
  let printing: number | null = null;
  let printedAt = 0;
  for (const [at, { kind, text }] of tokens.entries()) {
    const next = tokens[at + 1]?.text;
    if (kind === 'end') printing = null;
    else if (kind === 'name') {
      if (/^printf?$/.test(text)) {
        printing = depth;
        printedAt = at;
      } else if (text === 'system' && next === '(') run(textAt(tokens, at + 2, known, found), found);
      else if (text === 'getline') readLine(tokens, at, known, found);
      else if (/^(?:SYMTAB|FUNCTAB)$/.test(text)) found.doubt('hidden', text);
      else if (/^ARG(?:V|C|IND)$/.test(text)) {
        found.doubt('unknown', text);
        // `ARGV[1] = "file"`: it reads that file as its input.
        const end = tokens.findIndex((token, place) => place > at && token.text === ']');
        if (next === '[' && tokens[end + 1]?.text === '=') {
          open('read', textAt(tokens, end + 2, known, found), found);
        }
      }
    } else if (kind === 'sign') {
      if (text === '@') directive(tokens, at, found);
      else if (/^>>?$/.test(text) && printing === depth)
        open('write', textAt(tokens, at + 1, known, found), found);
      else if ((text === '|' || text === '|&') && next !== 'getline') {
        run(piped(tokens.slice(printedAt, at), textAt(tokens, at + 1, known, found)), found);
        printedAt = at;
      } else if (text === '(') depth += 1;
      else if (text === ')') depth -= 1;
      else if (/^[{}]$/.test(text)) printing = null;
    }
  }
}

/** What variables are set to, where that is one text and nothing else. */
function setTexts(tokens: readonly Token[], found: CodeFindings): ReadonlyMap<string, string | null> {
  const known = new Map<string, string | null>();
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'name') continue;
    const sign = tokens[at + 1]?.text ?? '';
    if (sign === '=' && !known.has(text)) known.set(text, textAt(tokens, at + 2, known, found));
    else if (/^[-+*/%^]?=$|^(?:\+\+|--)$/.test(sign)) known.set(text, null);
  }
  return known;
}

/** The text that begins at a place, of texts and variables that are known; what isn't is `"$argument"`. */
function textAt(
  tokens: readonly Token[],
  from: number,
  known: ReadonlyMap<string, string | null>,
  found: CodeFindings,
): string | null {
  let text = '';
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'text') text += String(token.parts?.[0] ?? '');
    else if (token?.text === 'ENVIRON' && tokens[at + 1]?.text === '[') {
      const home = String(tokens[at + 2]?.parts?.[0]) === 'HOME' ? '~' : '"$argument"';
      text += text === '' ? home : '"$argument"';
      at += 3;
    } else if (token?.kind === 'name' && tokens[at + 1]?.text !== '(' && token.text !== 'getline')
      text += known.get(token.text) ?? '"$argument"';
    else if (token?.kind === 'number' || (token?.kind === 'sign' && /^[$([]$/.test(token.text)))
      text += at === from && token.text === '(' ? '' : '"$argument"';
    else break;
    found.step(1 + text.length / 100);
    if (text.length > maxText) return null;
  }
  return text === '' || text.startsWith('"$argument"') ? null : text;
}

/** `"ls" | getline`, and `getline < "file"`. */
function readLine(
  tokens: readonly Token[],
  at: number,
  known: ReadonlyMap<string, string | null>,
  found: CodeFindings,
): void {
  if (/^\|&?$/.test(tokens[at - 1]?.text ?? '')) {
    let start = at - 2;
    while (
      start >= 0 &&
      (tokens[start]?.kind === 'text' || tokens[start]?.kind === 'name' || tokens[start]?.kind === 'number')
    )
      start -= 1;
    const isGroup = start === at - 2 && tokens[start]?.text === ')';
    const group = tokens.slice(Math.max(start - maxGroup, 0), Math.max(start, 0));
    const opened = group.findLastIndex(({ text }) => text === '(');
    if (isGroup) start -= group.length - opened;
    run(isGroup && opened < 0 ? null : textAt(tokens, start + 1, known, found), found);
  }
  const isFile = tokens.slice(at + 1, at + 8).findIndex(({ kind, text }) => kind === 'end' || text === '<');
  if (isFile < 0 || tokens[at + 1 + isFile]?.text !== '<') return;
  open('read', textAt(tokens, at + 2 + isFile, known, found), found);
}

/** `print "text" | "command"`: the command reads what is printed. */
function piped([print, ...printed]: readonly Token[], line: string | null): string | null {
  if (line === null) return null;
  const texts = printed.flatMap(({ kind, parts }) => (kind === 'text' ? String(parts?.[0] ?? '') : []));
  const text = texts.join('');
  const isPlain = print?.text === 'print' || (print?.text === 'printf' && !/[%\\]/.test(text));
  const isKnown = isPlain && texts.length > 0 && texts.length === printed.length;
  return `printf '%s\\n' ${isKnown ? shellQuoted(text) : '"$argument"'} | { ${line}; }`;
}

function run(line: string | null, found: CodeFindings): void {
  if (line === null) found.doubt('hidden', 'a command that is computed');
  else found.run(line);
}

function open(kind: 'read' | 'write', path: string | null, found: CodeFindings): void {
  if (kind === 'write' && path !== null && /^\/dev\/(?:stdout|stderr|null|fd\/[12])$/.test(path)) return;
  found.path(kind, [path === null || path.includes('"$argument"') ? null : path]);
}

/** `@include "file"`, and `@name(…)`, which calls a function by its name in a variable. */
function directive(tokens: readonly Token[], at: number, found: CodeFindings): void {
  const [path] = tokens[at + 2]?.parts ?? [];
  if (tokens[at + 1]?.text === 'include' && typeof path === 'string') found.path('read', [path]);
  if (!/^(?:include|namespace)$/.test(tokens[at + 1]?.text ?? ''))
    found.doubt('hidden', `@${tokens[at + 1]?.text ?? ''}`);
  else if (tokens[at + 1]?.text === 'include') found.doubt('unknown', '@include');
}
