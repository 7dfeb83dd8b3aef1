import { joinValues, scalar, type Value } from '../expand/value.ts';
import type { ShellAssignment, ShellWord } from '../reading.ts';
import { followEach } from '../state/branch.ts';
import type { AfterCommand, Frame } from '../state/frame.ts';
import type { Reader } from '../state/reader.ts';
import type { AssignmentNode, SimpleNode, WordNode } from '../syntax/tree.ts';
import { checkValue, visitExpression } from './arithmetic.ts';
import { checkNaming, noteVariable } from './assigned.ts';
import { call } from './call.ts';
import { visitWord } from './parts.ts';
import { readRedirections } from './redirections.ts';
import { noteWritten, simpleText } from './written.ts';

/** Builtins that keep, in some shells, what is assigned before them. */
const keeping =
  /^(?:eval|source|\.|:|exec|export|readonly|set|shift|trap|unset|return|break|continue|times|command|builtin)$/;

export function walkSimple(node: SimpleNode, frame: Frame, reader: Reader): AfterCommand {
  for (const word of node.words) visitWord(word, frame, reader);
  const { redirections, input } = readRedirections(node.redirects, frame, reader, () =>
    simpleText(node, frame, reader),
  );
  const inner: Frame = { ...frame, input };
  const lists = reader.expander(frame).words(node.words);
  noteWritten(node, redirections, frame, reader);
  const { state } = frame.shell;
  const separators = state.separators;
  // Each counts for those behind it: `a=1 b=$a`.
  const assignments = node.assignments.map((assignment) => {
    const read = readAssignment(assignment, frame, reader);
    const { name } = read;
    const before = { name, value: state.lookUp(name), isExported: state.isExported(name) };
    state.assign(name, read.value);
    return { ...read, before };
  });
  const fields = { assignments: assignments.map(({ shown }) => shown), redirections, span: node.span };
  for (const { shown } of assignments) noteVariable(shown, frame, reader);
  return followEach(lists, frame, reader, (words) => {
    const [first] = words;
    if (first === undefined) {
      if (node.assignments.length > 0 || redirections.length > 0)
        reader.note({ kind: 'syntax', ...fields }, inner);
      return { failed: frame.shell.state.folders, isEnd: false };
    }
    for (const { name } of assignments) state.export(name);
    const outcome = call(words, inner, reader, fields);
    const keeps = first.value === null || keeping.test(first.value);
    const before = assignments.map((one) => one.before).reverse();
    restore(before, separators, keeps, frame);
    return outcome;
  });
}

/** What is assigned before a command holds for that command alone. Takes the last one first. */
function restore(
  before: readonly {
    readonly name: string;
    readonly value: Value | undefined;
    readonly isExported: boolean;
  }[],
  separators: string | null,
  keeps: boolean,
  { shell: { state } }: Frame,
): void {
  for (const { name, value, isExported } of before) {
    const now = state.lookUp(name);
    const joined = value === undefined || now === undefined ? null : joinValues(value, now);
    state.assign(name, keeps ? joined : (value ?? null));
    if (!keeps && !isExported) state.keep(name);
    if (name === 'IFS' && !keeps) state.separators = separators;
  }
}

interface ReadAssignment {
  readonly name: string;
  readonly value: Value | null;
  readonly shown: ShellAssignment;
}

function readAssignment(node: AssignmentNode, frame: Frame, reader: Reader): ReadAssignment {
  const { name, index, isAppending, span } = node;
  if (index !== null) {
    visitWord(index, frame, reader);
    visitExpression(index.source, index.parts, frame, reader, span);
  }
  checkNaming(name, span, reader);
  const expander = reader.expander(frame);
  const shown = (value: ShellWord | null, elements: readonly ShellWord[]): ShellAssignment => ({
    name,
    index: index === null ? null : expander.single(index),
    value,
    elements,
    isAppending,
    span,
  });
  if (!('parts' in node.value)) {
    for (const word of node.value) visitElement(word, frame, reader);
    const [elements, ...others] = expander.words(node.value);
    const isPlain = elements !== undefined && others.length === 0 && !isAppending;
    const isList =
      isPlain &&
      elements.every(
        ({ splits, choices, source }) => !splits && choices.length === 0 && !/^\[.*\]=/s.test(source),
      );
    const value = isList ? [{ elements: elements.map(({ pieces }) => pieces), isArray: true }] : null;
    return { name, value, shown: shown(null, elements ?? []) };
  }
  visitWord(node.value, frame, reader);
  const word = expander.single(node.value);
  if (frame.shell.state.isInteger(name)) checkValue(word, frame, reader, span);
  const value = wordValue(word);
  if (index !== null) return { name, value: null, shown: shown(null, [word]) };
  if (!isAppending) return { name, value, shown: shown(word, []) };
  return { name, value: appended(frame.shell.state.lookUp(name), value), shown: shown(word, []) };
}

/** An element of an array: in `[place]=value` the place is an expression. */
function visitElement(word: WordNode, frame: Frame, reader: Reader): void {
  visitWord(word, frame, reader);
  const [, place] = /^\[([^\]]*)\]\+?=/.exec(word.source) ?? [];
  if (place !== undefined && !/[$`]/.test(place)) visitExpression(place, [], frame, reader, word.span);
}

/** What a variable holds that is given this word. */
function wordValue(word: ShellWord): Value {
  return (word.choices.length > 0 ? word.choices : [word]).map(({ pieces }) => scalar(pieces));
}

function appended(before: Value | undefined, added: Value): Value | null {
  const [first, ...more] = before ?? [];
  const [second, ...others] = added;
  const isPlain = first !== undefined && second !== undefined && more.length + others.length === 0;
  if (!isPlain || first.isArray) return null;
  return [scalar([...(first.elements[0] ?? []), ...(second.elements[0] ?? [])])];
}
