import { isNumeric, numberValue } from '../expand/value.ts';
import { alternatives } from '../queries.ts';
import type { ShellWord, Span } from '../reading.ts';
import { fromArithmetic } from '../state/effects.ts';
import type { Frame } from '../state/frame.ts';
import type { Reader } from '../state/reader.ts';
import type { Part, WordNode } from '../syntax/tree.ts';

const variable = /(?<![\w#])[A-Za-z_]\w*/g;
const always = /^(?:RANDOM|SRANDOM|LINENO|SECONDS|EPOCHSECONDS|E?UID|PPID|BASHPID)$/;
/** How many variables in a row an expression is followed through. */
const maxNames = 8;
/** An assignment that is sure to be made before anything else is looked at. */
const assignment = /^\s*([A-Za-z_]\w*)\s*=(?!=)([^=&|?]*)$/;

/**
 * Looks at what an expression counts with. To bash, a value that is no number is an expression again, and the place of an
 * array's element in it may be a command.
 */
export function visitExpression(
  text: string,
  parts: readonly Part[],
  frame: Frame,
  reader: Reader,
  span: Span,
): void {
  const { state } = frame.shell;
  const plain =
    parts.length === 0 ? text : parts.map((part) => plainPart(part, frame, reader, span)).join('');
  if (/[$`]/.test(plain)) reader.doubt('command', 'an expression that is expanded twice', span);
  const [first = '', ...rest] = plain
    .replace(/^\s*for\s*\(\(/, '')
    .replace(/\bdo\s*$/, '')
    .split(';');
  const settled = new Set<string>();
  for (const clause of first.split(',')) {
    const [, name, value] = assignment.exec(clause) ?? [];
    checkNames(value ?? clause, frame, reader, span);
    if (name === undefined) continue;
    settled.add(name);
    state.assign(name, numberValue);
  }
  for (const clause of rest) checkNames(clause, frame, reader, span);
  const names = new Set<string>();
  fromArithmetic(plain, { names });
  for (const name of names) {
    const before = state.lookUp(name);
    if (settled.has(name)) continue;
    if (before !== undefined && isNumeric(before)) state.assign(name, numberValue);
    else state.forget(name);
  }
}

/** The text of an expression, with a number for what is put in. */
function plainPart(part: Part, frame: Frame, reader: Reader, span: Span): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'arithmetic') return '0';
  const source = 'source' in part ? part.source : '';
  const word: WordNode = { parts: [part], source, span, assignment: null };
  checkValue(reader.expander(frame).single(word), frame, reader, span);
  return '0';
}

/** Checks a word that is counted with. */
export function checkValue(word: ShellWord, frame: Frame, reader: Reader, span: Span): void {
  for (const { value, pieces, source } of alternatives(word)) {
    if (value !== null && !/[[$`]/.test(value)) checkNames(value, frame, reader, span);
    else if (!isNumeric([{ elements: [pieces], isArray: false }])) refuse(value, source, reader, span);
  }
}

function checkNames(
  text: string,
  frame: Frame,
  reader: Reader,
  span: Span,
  seen: readonly string[] = [],
): void {
  for (const [name] of text.matchAll(variable)) {
    const value = frame.shell.state.lookUp(name);
    if (value === undefined) {
      if (!always.test(name)) reader.evaluated.add(name);
    } else if (!isNumeric(value)) {
      const pieces = value.flatMap(({ elements }) => elements.flat());
      const own = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(' ');
      refuse(own, name, reader, span);
      if (seen.length < maxNames && !seen.includes(name))
        checkNames(own, frame, reader, span, [...seen, name]);
    }
  }
}

/** Whether text that is counted with may run a command: the place of an array's element is expanded. */
export function arithmeticMayRun(text: string): boolean {
  if (!text.includes('[') || !/[$`]/.test(text)) return false;
  return text.split('\n').some((line) => {
    const open = line.indexOf('[');
    return open >= 0 && /[$`]/.test(line.slice(open));
  });
}

function refuse(value: string | null, source: string, reader: Reader, span: Span): void {
  if (value !== null && arithmeticMayRun(value))
    reader.doubt('command', 'an expression that may run a command', span);
  else reader.evaluated.add(source);
}
