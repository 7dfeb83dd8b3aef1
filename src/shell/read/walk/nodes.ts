import { isNumeric, numberValue, scalar } from '../expand/value.ts';
import { expanderOf, nodeOutput } from '../output/output.ts';
import type { ShellWord } from '../reading.ts';
import { bodyEffects } from '../state/effects.ts';
import { type AfterCommand, enclosed, type Frame, goesOn, inputText, subshell } from '../state/frame.ts';
import { type Folders, joinFolders } from '../state/state.ts';
import type { CaseNode, ChainNode, IfNode, LoopNode, Node, PipeNode, TestNode } from '../syntax/tree.ts';
import { choicesOf } from '../words.ts';
import { checkValue } from './arithmetic.ts';
import { checkArithmetic } from './dialects.ts';
import { visitParts, visitWord } from './parts.ts';
import { redirected } from './redirections.ts';
import { walkSimple } from './simple.ts';

export function walkList(nodes: readonly Node[], frame: Frame): AfterCommand {
  const { shell } = frame;
  let last = goesOn(frame);
  for (const [at, node] of nodes.entries()) {
    last = walkNode(node, frame);
    const isFatal = shell.state.isErrexit && (node.kind === 'simple' || node.kind === 'pipe');
    if (at < nodes.length - 1 && !isFatal)
      shell.state.folders = joinFolders(shell.state.folders, last.failed);
  }
  return last;
}

function walkNode(node: Node, frame: Frame): AfterCommand {
  const { shell, reader } = frame;
  reader.budget.spend(1);
  switch (node.kind) {
    case 'simple':
      return walkSimple(node, frame);
    case 'pipe':
      return walkPipe(node, frame);
    case 'chain':
      return walkChain(node, frame);
    case 'background':
      walkNode(node.node, enclosed(subshell(frame), { kind: 'background' }));
      return goesOn(frame);
    case 'group': {
      const outer = redirected(node, frame, node.body);
      const inner = node.body.length === 1 ? outer : shared(outer);
      if (!node.isSubshell) return walkList(node.body, inner);
      walkList(node.body, enclosed(subshell(inner), { kind: 'subshell' }));
      return goesOn(frame);
    }
    case 'if':
      return walkIf(node, shared(redirected(node, frame)));
    case 'loop':
      walkLoop(node, shared(redirected(node, frame)));
      return goesOn(frame);
    case 'case':
      walkCase(node, shared(redirected(node, frame)));
      return goesOn(frame);
    case 'function':
      shell.state.functions.set(node.name, [node, ...(shell.state.functions.get(node.name) ?? [])]);
      reader.defined.set(node, frame);
      return goesOn(frame);
    case 'coproc': {
      const inner: Frame = { ...subshell(frame), input: { kind: 'unknown' } };
      walkNode(node.body, enclosed(inner, { kind: 'coproc' }));
      shell.state.forget(node.name);
      return goesOn(frame);
    }
    case 'test':
      walkTest(node, redirected(node, frame));
      return goesOn(frame);
    case 'arithmetic-command':
      redirected(node, frame);
      visitParts([node.expression], frame);
      checkArithmetic(node.expression.text, node.span, frame);
      return goesOn(frame);
  }
}

/** Input that several commands read from: which of them gets what is unknown. */
function shared(frame: Frame): Frame {
  const { input } = frame;
  return input.kind === 'text' && !input.isShared ? { ...frame, input: { ...input, isShared: true } } : frame;
}

function walkPipe(node: PipeNode, frame: Frame): AfterCommand {
  const [only, ...others] = node.nodes;
  if (only !== undefined && others.length === 0) {
    const after = walkNode(only, frame);
    return node.isNegated ? goesOn(frame) : after;
  }
  const pipe = frame.reader.newPipe();
  let { input } = frame;
  let text = inputText(frame);
  for (const [position, part] of node.nodes.entries()) {
    const surrounding = { kind: 'pipe', pipe, position, length: node.nodes.length } as const;
    walkNode(part, enclosed({ ...subshell(frame), input }, surrounding));
    if (position < others.length) text = nodeOutput(part, frame, text);
    input = text === null ? { kind: 'unknown' } : { kind: 'text', text, isShared: false };
  }
  // zsh runs the last command of a pipe itself.
  const { state } = frame.shell;
  const effects = bodyEffects(node.nodes.slice(-1), state);
  if (effects.changesFolder) state.folders = joinFolders(state.folders, [null]);
  if (effects.changesAll) state.forgetAll();
  for (const name of effects.names) state.forget(name);
  return goesOn(frame);
}

function walkChain(node: ChainNode, frame: Frame): AfterCommand {
  const { shell } = frame;
  const { failed, isEnd } = walkNode(node.first, frame);
  let success = isEnd ? null : shell.state;
  let failure = isEnd ? null : afterFailure(frame, failed);
  for (const { operator, node: next } of node.rest) {
    const isAnd = operator === '&&';
    const before = isAnd ? success : failure;
    // What is never reached is read all the same.
    shell.state = before ?? shell.state.fork();
    const after = walkNode(next, enclosed(frame, { kind: 'condition' }));
    const reached = before === null || after.isEnd ? null : shell.state;
    const missed = reached === null ? null : afterFailure(frame, after.failed);
    if (isAnd) {
      success = reached;
      if (failure !== null && missed !== null) failure.join(missed);
      else failure ??= missed;
    } else {
      failure = missed;
      if (success !== null && reached !== null) success.join(reached);
      else success ??= reached;
    }
  }
  const isOver = success === null && failure === null;
  const { state } = shell;
  shell.state = success ?? failure ?? state;
  const folders = failure?.folders ?? shell.state.folders;
  if (success !== null && failure !== null) {
    const { folders: here } = success;
    success.join(failure);
    success.folders = here;
  }
  return { failed: folders, isEnd: isOver };
}

function afterFailure({ shell, reader }: Frame, folders: Folders): Frame['shell']['state'] {
  reader.budget.spend(1 + shell.state.size);
  const state = shell.state.fork();
  state.folders = folders;
  return state;
}

function walkIf(node: IfNode, frame: Frame): AfterCommand {
  const { shell } = frame;
  const ends: Frame['shell']['state'][] = [];
  const inner = enclosed(frame, { kind: 'condition' });
  for (const [at, { condition, body }] of node.branches.entries()) {
    const { failed } = walkList(condition, at === 0 ? frame : inner);
    const otherwise = afterFailure(frame, failed);
    const { isEnd } = walkList(body, inner);
    if (!isEnd) ends.push(shell.state);
    shell.state = otherwise;
  }
  const { isEnd } = walkList(node.otherwise, inner);
  if (isEnd && ends.length > 0) shell.state = ends.pop() ?? shell.state;
  for (const end of ends) shell.state.join(end);
  return goesOn(frame);
}

function walkCase(node: CaseNode, frame: Frame): void {
  visitWord(node.word, frame);
  const { shell, reader } = frame;
  const before = shell.state;
  const inner = enclosed(frame, { kind: 'condition' });
  const ends = [];
  for (const { patterns, body } of node.items) {
    for (const pattern of patterns) visitWord(pattern, frame);
    reader.budget.spend(1 + before.size);
    shell.state = before.fork();
    // With `;&` a branch goes on into the next one, with what it has done.
    for (const end of ends) shell.state.join(end);
    const { isEnd } = walkList(body, inner);
    if (!isEnd) ends.push(shell.state);
  }
  // With a branch for everything, one of them is taken.
  const isWhole = node.items.some(({ patterns }) => patterns.some(({ source }) => source === '*'));
  const [first = before, ...others] = isWhole ? ends : [before, ...ends];
  for (const end of others) first.join(end);
  shell.state = first;
}

function walkLoop(node: LoopNode, frame: Frame): void {
  const { shell, reader } = frame;
  for (const word of node.words ?? []) visitWord(word, frame);
  const lists = expanderOf(frame).words(node.words ?? []);
  visitParts(node.arithmetic, frame);
  if (node.variable !== null) bindLoop(node.variable, node, lists, frame);
  const effects = bodyEffects([...node.condition, ...node.body], shell.state);
  if (effects.changesAll) shell.state.forgetAll();
  if (effects.changesAll || effects.changesFolder)
    shell.state.folders = joinFolders(shell.state.folders, [null]);
  for (const name of effects.names) {
    const before = shell.state.lookUp(name);
    const isCounted = before !== undefined && isNumeric(before) && !effects.texts.has(name);
    shell.state.assign(name, isCounted ? numberValue : null);
  }
  reader.budget.spend(1 + shell.state.size);
  const before = shell.state.fork();
  const inner = enclosed(frame, { kind: 'loop', variable: node.variable });
  walkList(node.condition, inner);
  walkList(node.body, inner);
  shell.state.join(before);
}

const maxLoopWords = 24;

function bindLoop(
  variable: string,
  { isPositional }: LoopNode,
  lists: readonly (readonly ShellWord[])[],
  { shell: { state } }: Frame,
): void {
  const words = lists.flat().flatMap(choicesOf);
  const values = isPositional ? state.positional : words.map(({ pieces }) => pieces);
  const isKnown = values !== null && values.length > 0 && values.length <= maxLoopWords;
  state.assign(variable, isKnown ? values.map(scalar) : null);
}

function walkTest(node: TestNode, frame: Frame): void {
  const { reader, dialect } = frame;
  for (const word of node.words) visitWord(word, frame);
  // Between the brackets, words aren't split and match no names.
  const words = node.words.map((word) => expanderOf(frame).single(word));
  reader.note({ kind: 'syntax', name: '[[', words, span: node.span }, frame);
  // Numbers are expressions, and an expression may run commands in an array's index.
  for (const [at, { source }] of node.words.entries()) {
    const isBoth = /^-(?:eq|ne|lt|le|gt|ge)$/.test(source);
    if (!isBoth && !/^-[vR]$/.test(source)) continue;
    for (const word of [isBoth ? words[at - 1] : undefined, words[at + 1]])
      if (word !== undefined) checkValue(word, frame, node.span);
  }
  if (dialect === 'posix' && node.words.some(({ source }) => /^(?:&&|\|\||[<>])$/.test(source)))
    reader.doubt('line', '[[, which sh does not know', node.span);
}
