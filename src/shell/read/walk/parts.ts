import { alternatives } from '../queries.ts';
import { enclosed, type Frame, type Input, subshell } from '../state/frame.ts';
import type { Reader } from '../state/reader.ts';
import type { ParameterPart, Part, Span, WordNode } from '../syntax/tree.ts';
import { arithmeticMayRun, visitExpression } from './arithmetic.ts';

// Shells differ in what they take these for: a part of a word, or a space between two.
const odd = /[^\S\n\t ]|[\p{Cc}\p{Z}]/u;
const usual = /[\n\t ]/g;

/** Reads the commands that the expansion of a word runs. `written`: what is written into `>(…)`, where that is known. */
export function visitParts(
  parts: readonly Part[],
  frame: Frame,
  reader: Reader,
  written: string | null = null,
): void {
  for (const part of parts) {
    reader.budget.spend(1);
    switch (part.kind) {
      case 'text':
        if (part.isQuoted) reader.noteData(part.text);
        break;
      case 'parameter':
        if (part.index !== null) visitParts(part.index.parts, frame, reader);
        for (const { parts: own } of part.operation?.operands ?? []) visitParts(own, frame, reader);
        visitPlace(part, frame, reader);
        // `${x@P}` runs what the value says.
        if (part.operation?.operator === '@' && part.operation.operands[0]?.source === 'P')
          reader.doubt('command', 'a value that is expanded as a prompt', part.span);
        break;
      case 'substitution':
        reader.walk(part.nodes, enclosed(subshell(frame), { kind: 'substitution' }));
        break;
      case 'process': {
        const inner = enclosed(subshell(frame), { kind: 'process-substitution' });
        reader.walk(part.nodes, part.operator === '<' ? inner : piped(inner, written, reader));
        break;
      }
      case 'arithmetic':
        visitParts(part.parts, frame, reader);
        visitExpression(part.text, part.parts, frame, reader, part.span);
        break;
      case 'pattern':
        visitParts(part.parts, frame, reader);
        // zsh has patterns that run code: `*(e:rm x:)`.
        if (/[e+][^\w|)]/.test(part.text.slice(1)))
          reader.doubt('command', 'a pattern that some shells run code for', part.span);
        break;
    }
  }
}

/** To write into `>(…)` is to pipe into its commands. */
function piped(frame: Frame, written: string | null, reader: Reader): Frame {
  const input: Input =
    written === null ? { kind: 'unknown' } : { kind: 'text', text: written, isShared: false };
  const surrounding = { kind: 'pipe', pipe: reader.newPipe(), position: 1, length: 2 } as const;
  return enclosed({ ...frame, input }, surrounding);
}

/** The place of an element, and the ends of `${name:1:2}`, are expressions; `${!name}` may name such an element. */
function visitPlace(
  { name, prefix, index, operation, span }: ParameterPart,
  frame: Frame,
  reader: Reader,
): void {
  const isList = index !== null && /^[@*]$/.test(index.source);
  if (index !== null && !isList) visitExpression(index.source, index.parts, frame, reader, span);
  if (operation?.operator === ':')
    for (const { source, parts } of operation.operands) visitExpression(source, parts, frame, reader, span);
  if (prefix === '!' && !isList && operation?.operator !== 'names') {
    const word = { parts: [bare(name, span)], source: name, span, assignment: null };
    for (const { value } of alternatives(reader.expander(frame).single(word))) {
      if (value !== null && arithmeticMayRun(value))
        reader.doubt('command', 'an element of an array whose place is a command', span);
      else if (!/^\w+$/.test(value ?? '-')) reader.evaluated.add(name);
    }
  }
}

function bare(name: string, span: Span): ParameterPart {
  return {
    kind: 'parameter',
    name,
    prefix: null,
    index: null,
    operation: null,
    isQuoted: true,
    source: `$${name}`,
    span,
  };
}

export function visitWord(word: WordNode, frame: Frame, reader: Reader, written: string | null = null): void {
  for (const part of word.parts) {
    const isOdd = part.kind === 'text' && !part.isQuoted && odd.test(part.text.replaceAll(usual, ''));
    if (isOdd) reader.doubt('line', 'a control character or an unusual space outside quotes', word.span);
  }
  visitParts(word.parts, frame, reader, written);
  // `declare NAME=(…)`: the elements are words of their own.
  const { assignment } = word;
  if (assignment?.index != null) visitWord(assignment.index, frame, reader);
  if (assignment !== null && !('parts' in assignment.value))
    for (const element of assignment.value) visitWord(element, frame, reader);
}
