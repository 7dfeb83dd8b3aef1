import { isNumeric, numberValue } from '../expand/value.ts';
import { expanderOf } from '../output/output.ts';
import { alternatives } from '../queries.ts';
import type { ShellWord, Span } from '../reading.ts';
import { assignedIn } from '../state/effects.ts';
import type { Frame } from '../state/frame.ts';
import type { Part } from '../syntax/tree.ts';
import { piecesText } from '../words.ts';

const variable = /(?<![\w#])[A-Za-z_]\w*/g;
const always = /^(?:RANDOM|SRANDOM|LINENO|SECONDS|EPOCHSECONDS|E?UID|PPID|BASHPID)$/;
const maxNames = 8;
const assignment = /^\s*([A-Za-z_]\w*)\s*=(?!=)([^=&|?]*)$/;

/**
 * Looks at what an expression counts with. To bash, a value that isn't a number is another expression, and an array's index in
 * it may hold a command.
 */
export function visitExpression(text: string, parts: readonly Part[], frame: Frame, span: Span): void {
  const { state } = frame.shell;
  const plain = parts.length === 0 ? text : parts.map((part) => plainPart(part, frame, span)).join('');
  if (/[$`]/.test(plain)) frame.reader.doubt('command', 'an expression that is expanded twice', span);
  const [first = '', ...rest] = plain
    .replace(/^\s*for\s*\(\(/, '')
    .replace(/\bdo\s*$/, '')
    .split(';');
  const settled = new Set<string>();
  for (const clause of first.split(',')) {
    const [, name, value] = assignment.exec(clause) ?? [];
    checkNames(value ?? clause, frame, span);
    if (name === undefined) continue;
    settled.add(name);
    state.assign(name, numberValue);
  }
  for (const clause of rest) checkNames(clause, frame, span);
  for (const name of new Set(assignedIn(plain))) {
    const before = state.lookUp(name);
    if (!settled.has(name))
      state.assign(name, before !== undefined && isNumeric(before) ? numberValue : null);
  }
}

function plainPart(part: Part, frame: Frame, span: Span): string {
  if (part.kind === 'text') return part.text;
  if (part.kind !== 'arithmetic') {
    const source = 'source' in part ? part.source : '';
    checkValue(expanderOf(frame).single({ parts: [part], source, span, assignment: null }), frame, span);
  }
  return '0';
}

export function checkValue(word: ShellWord, frame: Frame, span: Span): void {
  for (const { value, pieces, source } of alternatives(word)) {
    if (value !== null && !/[[$`]/.test(value)) checkNames(value, frame, span);
    else if (!isNumeric([{ elements: [pieces], isArray: false }])) checkText(value, source, frame, span);
  }
}

function checkNames(text: string, frame: Frame, span: Span, seen: readonly string[] = []): void {
  for (const [name] of text.matchAll(variable)) {
    const value = frame.shell.state.lookUp(name);
    if (value === undefined) {
      if (!always.test(name)) frame.reader.evaluated.add(name);
    } else if (!isNumeric(value)) {
      const held = value
        .flatMap(({ elements }) => elements.flat())
        .map((piece) => piecesText([piece]))
        .join(' ');
      checkText(held, name, frame, span);
      if (seen.length < maxNames && !seen.includes(name)) checkNames(held, frame, span, [...seen, name]);
    }
  }
}

/** Whether an expression with this text may run a command: the index of an array is expanded. */
export function arithmeticMayRun(text: string): boolean {
  if (!text.includes('[') || !/[$`]/.test(text)) return false;
  return text.split('\n').some((line) => {
    const open = line.indexOf('[');
    return open >= 0 && /[$`]/.test(line.slice(open));
  });
}

function checkText(value: string | null, source: string, { reader }: Frame, span: Span): void {
  if (value !== null && arithmeticMayRun(value))
    reader.doubt('command', 'an expression that may run a command', span);
  else reader.evaluated.add(source);
}
