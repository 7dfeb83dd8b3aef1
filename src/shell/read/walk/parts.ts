import { expanderOf } from '../output/output.ts';
import { alternatives } from '../queries.ts';
import { enclosed, type Frame, type Input, subshell } from '../state/frame.ts';
import type { ParameterPart, Part, WordNode } from '../syntax/tree.ts';
import { arithmeticMayRun, visitExpression } from './arithmetic.ts';

const odd = /[^\S\n\t ]|[\p{Cc}\p{Z}]/u;
const usual = /[\n\t ]/g;

/** Reads the commands that the expansion of a word runs. `written`: what is written into `>(…)`, where that is known. */
export function visitParts(parts: readonly Part[], frame: Frame, written: string | null = null): void {
  const { reader } = frame;
  for (const part of parts) {
    reader.budget.spend(1);
    switch (part.kind) {
      case 'text':
        if (part.isQuoted) reader.noteData(part.text);
        break;
      case 'parameter':
        if (part.index !== null) visitParts(part.index.parts, frame);
        for (const operand of part.operation?.operands ?? []) visitParts(operand.parts, frame);
        visitIndex(part, frame);
        if (part.operation?.operator === '@' && part.operation.operands[0]?.source === 'P')
          reader.doubt('command', 'a value that is expanded as a prompt', part.span);
        break;
      case 'substitution':
        reader.walk(part.nodes, enclosed(subshell(frame), { kind: 'substitution' }));
        break;
      case 'process': {
        const inner = enclosed(subshell(frame), { kind: 'process-substitution' });
        reader.walk(part.nodes, part.operator === '<' ? inner : piped(inner, written));
        break;
      }
      case 'arithmetic':
        visitParts(part.parts, frame);
        visitExpression(part.text, part.parts, frame, part.span);
        break;
      case 'pattern':
        visitParts(part.parts, frame);
        if (/[e+][^\w|)]/.test(part.text.slice(1)))
          reader.doubt('command', 'a pattern that some shells run code for', part.span);
        break;
    }
  }
}

/** What is written into `>(…)` is the input of its commands. */
function piped(frame: Frame, written: string | null): Frame {
  const input: Input =
    written === null ? { kind: 'unknown' } : { kind: 'text', text: written, isShared: false };
  const surrounding = { kind: 'pipe', pipe: frame.reader.newPipe(), position: 1, length: 2 } as const;
  return enclosed({ ...frame, input }, surrounding);
}

/** An array's index, and the ends of `${name:1:2}`, are expressions; `${!name}` may name an element of an array. */
function visitIndex({ name, prefix, index, operation, span }: ParameterPart, frame: Frame): void {
  const { reader } = frame;
  const isList = index !== null && /^[@*]$/.test(index.source);
  if (index !== null && !isList) visitExpression(index.source, index.parts, frame, span);
  if (operation?.operator === ':')
    for (const { source, parts } of operation.operands) visitExpression(source, parts, frame, span);
  if (prefix !== '!' || isList || operation?.operator === 'names') return;
  const plain = { prefix: null, index: null, operation: null, isQuoted: true, source: `$${name}` };
  const part: ParameterPart = { kind: 'parameter', name, span, ...plain };
  const word = expanderOf(frame).single({ parts: [part], source: name, span, assignment: null });
  for (const { value } of alternatives(word)) {
    if (value !== null && arithmeticMayRun(value))
      reader.doubt('command', 'an element of an array whose place is a command', span);
    else if (!/^\w+$/.test(value ?? '-')) reader.evaluated.add(name);
  }
}

export function visitWord(word: WordNode, frame: Frame, written: string | null = null): void {
  for (const part of word.parts)
    if (part.kind === 'text' && !part.isQuoted && odd.test(part.text.replaceAll(usual, '')))
      frame.reader.doubt('line', 'a control character or an unusual space outside quotes', word.span);
  visitParts(word.parts, frame, written);
  const { assignment } = word;
  if (assignment?.index != null) visitWord(assignment.index, frame);
  if (assignment !== null && !('parts' in assignment.value))
    for (const element of assignment.value) visitWord(element, frame);
}
