import { joinValues, scalar, type Value } from '../expand/value.ts';
import { expanderOf } from '../output/output.ts';
import type { ShellAssignment, ShellWord } from '../reading.ts';
import { type AfterCommand, type Frame, followEach, goesOn } from '../state/frame.ts';
import type { AssignmentNode, SimpleNode, WordNode } from '../syntax/tree.ts';
import { choicesOf } from '../words.ts';
import { checkValue, visitExpression } from './arithmetic.ts';
import { checkNaming, noteVariable } from './assigned.ts';
import { call } from './call.ts';
import { visitWord } from './parts.ts';
import { readRedirections } from './redirections.ts';
import { noteTargets, simpleText } from './written.ts';

/** Builtins after which, in some shells, the assignments before them stay. */
const keeping =
  /^(?:eval|source|\.|:|exec|export|readonly|set|shift|trap|unset|return|break|continue|times|command|builtin)$/;

export function walkSimple(node: SimpleNode, frame: Frame): AfterCommand {
  const { reader } = frame;
  for (const word of node.words) visitWord(word, frame);
  const output = (): string | null => simpleText(node, frame);
  const { redirections, input } = readRedirections(node.redirects, frame, output);
  const lists = expanderOf(frame).words(node.words);
  noteTargets(redirections, output, frame);
  const { state } = frame.shell;
  const separators = state.separators;
  const assignments = node.assignments.map((assignment) => {
    const { shown, value } = readAssignment(assignment, frame);
    const { name } = assignment;
    const before = { name, value: state.lookUp(name), isExported: state.isExported(name) };
    state.assign(name, value);
    return { shown, before };
  });
  const fields = { assignments: assignments.map(({ shown }) => shown), redirections, span: node.span };
  for (const { shown } of assignments) noteVariable(shown, frame);
  const inner: Frame = { ...frame, input };
  return followEach(lists, frame, (words) => {
    const [first] = words;
    if (first === undefined) {
      if (node.assignments.length > 0 || redirections.length > 0)
        reader.note({ kind: 'syntax', ...fields }, inner);
      return goesOn(frame);
    }
    for (const { before } of assignments) state.export(before.name);
    const after = call(words, inner, fields);
    const keeps = first.value === null || keeping.test(first.value);
    for (const { before } of [...assignments].reverse()) restore(before, separators, keeps, frame);
    return after;
  });
}

interface Before {
  readonly name: string;
  readonly value: Value | undefined;
  readonly isExported: boolean;
}

function restore(
  { name, value, isExported }: Before,
  separators: string | null,
  keeps: boolean,
  { shell: { state } }: Frame,
): void {
  const now = state.lookUp(name);
  const joined = value === undefined || now === undefined ? null : joinValues(value, now);
  state.assign(name, keeps ? joined : (value ?? null));
  if (!keeps && !isExported) state.unexport(name);
  if (name === 'IFS' && !keeps) state.separators = separators;
}

interface ReadAssignment {
  readonly value: Value | null;
  readonly shown: ShellAssignment;
}

function readAssignment(node: AssignmentNode, frame: Frame): ReadAssignment {
  const { name, index, isAppending, span } = node;
  if (index !== null) {
    visitWord(index, frame);
    visitExpression(index.source, index.parts, frame, span);
  }
  checkNaming(name, span, frame);
  const expander = expanderOf(frame);
  const shown = (value: ShellWord | null, elements: readonly ShellWord[]): ShellAssignment => ({
    name,
    index: index === null ? null : expander.single(index),
    value,
    elements,
    isAppending,
    span,
  });
  if (!('parts' in node.value)) {
    for (const word of node.value) visitElement(word, frame);
    const [elements, ...others] = expander.words(node.value);
    const isList =
      elements !== undefined &&
      others.length === 0 &&
      !isAppending &&
      elements.every(
        ({ splits, choices, source }) => !splits && choices.length === 0 && !/^\[.*\]=/s.test(source),
      );
    const value = isList ? [{ elements: elements.map(({ pieces }) => pieces), isArray: true }] : null;
    return { value, shown: shown(null, elements ?? []) };
  }
  visitWord(node.value, frame);
  const word = expander.single(node.value);
  const { state } = frame.shell;
  if (state.isInteger(name)) checkValue(word, frame, span);
  if (index !== null) return { value: null, shown: shown(null, [word]) };
  const value = choicesOf(word).map(({ pieces }) => scalar(pieces));
  return { value: isAppending ? appended(state.lookUp(name), value) : value, shown: shown(word, []) };
}

function visitElement(word: WordNode, frame: Frame): void {
  visitWord(word, frame);
  const [, index] = /^\[([^\]]*)\]\+?=/.exec(word.source) ?? [];
  if (index !== undefined && !/[$`]/.test(index)) visitExpression(index, [], frame, word.span);
}

function appended(before: Value | undefined, added: Value): Value | null {
  const [first, ...more] = before ?? [];
  const [second, ...others] = added;
  const isPlain = first !== undefined && second !== undefined && more.length + others.length === 0;
  if (!isPlain || first.isArray) return null;
  return [scalar([...(first.elements[0] ?? []), ...(second.elements[0] ?? [])])];
}
