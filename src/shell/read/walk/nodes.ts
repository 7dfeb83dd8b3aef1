import { isNumeric, numberValue, scalar } from '../expand/value.ts';
import type { ShellWord } from '../reading.ts';
import { bodyEffects } from '../state/effects.ts';
import { type AfterCommand, enclosed, type Frame, type Input, subshell } from '../state/frame.ts';
import type { Reader } from '../state/reader.ts';
import { type Folders, joinFolders } from '../state/state.ts';
import type { CaseNode, ChainNode, IfNode, LoopNode, Node, PipeNode } from '../syntax/tree.ts';
import { checkArithmetic } from './dialects.ts';
import { visitParts, visitWord } from './parts.ts';
import { pipeInputs } from './pipe-input.ts';
import { redirected } from './redirections.ts';
import { walkSimple } from './simple.ts';
import { walkTest } from './tests.ts';

export function walkList(nodes: readonly Node[], frame: Frame, reader: Reader): AfterCommand {
  const { shell } = frame;
  let last: AfterCommand = { failed: shell.state.folders, isEnd: false };
  for (const [at, node] of nodes.entries()) {
    last = walkNode(node, frame, reader);
    const isFatal = shell.state.isErrexit && (node.kind === 'simple' || node.kind === 'pipe');
    if (at < nodes.length - 1 && !isFatal)
      shell.state.folders = joinFolders(shell.state.folders, last.failed);
  }
  return last;
}

function walkNode(node: Node, frame: Frame, reader: Reader): AfterCommand {
  reader.budget.spend(1);
  const { shell } = frame;
  const goesOn = (): AfterCommand => ({ failed: shell.state.folders, isEnd: false });
  switch (node.kind) {
    case 'simple':
      return walkSimple(node, frame, reader);
    case 'pipe':
      return walkPipe(node, frame, reader);
    case 'chain':
      return walkChain(node, frame, reader);
    case 'background':
      walkNode(node.node, enclosed(subshell(frame), { kind: 'background' }), reader);
      return goesOn();
    case 'group': {
      const outer = redirected(node.redirects, frame, reader, node);
      const inner = node.body.length === 1 ? outer : shared(outer);
      if (!node.isSubshell) return walkList(node.body, inner, reader);
      walkList(node.body, enclosed(subshell(inner), { kind: 'subshell' }), reader);
      return goesOn();
    }
    case 'if':
      return walkIf(node, shared(redirected(node.redirects, frame, reader, { span: node.span })), reader);
    case 'loop':
      walkLoop(node, shared(redirected(node.redirects, frame, reader, { span: node.span })), reader);
      return goesOn();
    case 'case':
      walkCase(node, shared(redirected(node.redirects, frame, reader, { span: node.span })), reader);
      return goesOn();
    case 'function':
      shell.state.functions.set(node.name, [node, ...(shell.state.functions.get(node.name) ?? [])]);
      reader.defined.set(node, frame);
      return goesOn();
    case 'coproc':
      walkNode(
        node.body,
        enclosed({ ...subshell(frame), input: { kind: 'unknown' } }, { kind: 'coproc' }),
        reader,
      );
      shell.state.forget(node.name);
      return goesOn();
    case 'test':
      walkTest(node, redirected(node.redirects, frame, reader, { span: node.span }), reader);
      return goesOn();
    case 'arithmetic-command':
      redirected(node.redirects, frame, reader, { span: node.span });
      visitParts([node.expression], frame, reader);
      checkArithmetic(node.expression.text, node.span, frame, reader);
      return goesOn();
  }
}

/** Input that several commands read from: which of them gets what cannot be told. */
function shared(frame: Frame): Frame {
  const { input } = frame;
  return input.kind === 'text' && !input.isShared ? { ...frame, input: { ...input, isShared: true } } : frame;
}

function walkPipe(node: PipeNode, frame: Frame, reader: Reader): AfterCommand {
  const [only] = node.nodes;
  const isLone = node.nodes.length === 1;
  if (isLone && only !== undefined) {
    const outcome = walkNode(only, frame, reader);
    return node.isNegated ? { failed: frame.shell.state.folders, isEnd: false } : outcome;
  }
  const pipe = reader.newPipe();
  const inputs: readonly Input[] = pipeInputs(node.nodes, frame, reader);
  for (const [position, one] of node.nodes.entries()) {
    const surrounding = { kind: 'pipe', pipe, position, length: node.nodes.length } as const;
    const inner = { ...subshell(frame), input: inputs[position] ?? { kind: 'unknown' } };
    walkNode(one, enclosed(inner, surrounding), reader);
  }
  // zsh runs the last command of a pipe itself.
  const { state } = frame.shell;
  const effects = bodyEffects(node.nodes.slice(-1), state);
  if (effects.changesFolder) state.folders = joinFolders(state.folders, [null]);
  if (effects.changesAll) state.forgetAll();
  for (const name of effects.names) state.forget(name);
  return { failed: state.folders, isEnd: false };
}

function walkChain(node: ChainNode, frame: Frame, reader: Reader): AfterCommand {
  const { shell } = frame;
  const { failed, isEnd } = walkNode(node.first, frame, reader);
  let success = isEnd ? null : shell.state;
  let failure = isEnd ? null : afterFailure(frame, failed, reader);
  for (const { operator, node: next } of node.rest) {
    const isAnd = operator === '&&';
    const before = isAnd ? success : failure;
    // What is never reached is read all the same.
    shell.state = before ?? shell.state.fork();
    const outcome = walkNode(next, enclosed(frame, { kind: 'condition' }), reader);
    const reached = before === null || outcome.isEnd ? null : shell.state;
    const missed = reached === null ? null : afterFailure(frame, outcome.failed, reader);
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
    const own = success.folders;
    success.join(failure);
    success.folders = own;
  }
  return { failed: folders, isEnd: isOver };
}

function afterFailure({ shell }: Frame, folders: Folders, reader: Reader): Frame['shell']['state'] {
  reader.budget.spend(1 + shell.state.size);
  const state = shell.state.fork();
  state.folders = folders;
  return state;
}

function walkIf(node: IfNode, frame: Frame, reader: Reader): AfterCommand {
  const { shell } = frame;
  const ends: Frame['shell']['state'][] = [];
  const inner = enclosed(frame, { kind: 'condition' });
  for (const [at, { condition, body }] of node.branches.entries()) {
    const { failed } = walkList(condition, at === 0 ? frame : inner, reader);
    const otherwise = afterFailure(frame, failed, reader);
    const { isEnd } = walkList(body, inner, reader);
    if (!isEnd) ends.push(shell.state);
    shell.state = otherwise;
  }
  const { isEnd } = walkList(node.otherwise, inner, reader);
  if (isEnd && ends.length > 0) shell.state = ends.pop() ?? shell.state;
  for (const end of ends) shell.state.join(end);
  return { failed: shell.state.folders, isEnd: false };
}

function walkCase(node: CaseNode, frame: Frame, reader: Reader): void {
  visitWord(node.word, frame, reader);
  const { shell } = frame;
  const before = shell.state;
  const inner = enclosed(frame, { kind: 'condition' });
  const ends = [];
  for (const { patterns, body } of node.items) {
    for (const pattern of patterns) visitWord(pattern, frame, reader);
    reader.budget.spend(1 + before.size);
    shell.state = before.fork();
    // With `;&` a branch goes on into the next one, with what it has done.
    for (const end of ends) shell.state.join(end);
    const { isEnd } = walkList(body, inner, reader);
    if (!isEnd) ends.push(shell.state);
  }
  // With a branch for everything, one of them is taken.
  const isWhole = node.items.some(({ patterns }) => patterns.some(({ source }) => source === '*'));
  const [first = before, ...others] = isWhole ? ends : [before, ...ends];
  for (const end of others) first.join(end);
  shell.state = first;
}

function walkLoop(node: LoopNode, frame: Frame, reader: Reader): void {
  const { shell } = frame;
  const lists = node.words === null ? [] : loopWords(node, frame, reader);
  visitParts(node.arithmetic, frame, reader);
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
  walkList(node.condition, inner, reader);
  walkList(node.body, inner, reader);
  shell.state.join(before);
}

function loopWords(node: LoopNode, frame: Frame, reader: Reader): readonly (readonly ShellWord[])[] {
  for (const word of node.words ?? []) visitWord(word, frame, reader);
  return reader.expander(frame).words(node.words ?? []);
}

const maxLoopWords = 24;

/** The variable is each of the words in turn. */
function bindLoop(
  variable: string,
  node: LoopNode,
  lists: readonly (readonly ShellWord[])[],
  { shell: { state } }: Frame,
): void {
  const pieces = node.isPositional
    ? state.positional
    : lists
        .flat()
        .flatMap(({ choices, pieces: own }) =>
          choices.length > 0 ? choices.map((one) => one.pieces) : [own],
        );
  const isKnown = pieces !== null && pieces.length > 0 && pieces.length <= maxLoopWords;
  state.assign(variable, isKnown ? pieces.map(scalar) : null);
}
