import { knownText } from '../expand/value.ts';
import type { AssignmentNode, Node, Part, RedirectNode, WordNode } from '../syntax/tree.ts';
import type { ShellState } from './state.ts';

/** What a piece of a line may change in the shell that runs it. */
export interface Effects {
  readonly names: Set<string>;
  /** Of the names, those that may get more than a number. */
  readonly texts: Set<string>;
  changesFolder: boolean;
  /** Whether it may change anything: it reads code or runs a function. */
  changesAll: boolean;
}

const assigning =
  /^(?:read|readarray|mapfile|printf|unset|getopts|let|wait|declare|typeset|local|export|readonly)$/;
const moving = /^(?:cd|chdir|pushd|popd)$/;
const opaque = /^(?:eval|source|\.|set|shift|trap|command|builtin)$/;

/** Finds what a loop's body changes before it is read: what its last lines do counts for its first ones too. */
export function bodyEffects(nodes: readonly Node[], state: ShellState): Effects {
  const effects: Effects = {
    names: new Set(),
    texts: new Set(),
    changesFolder: false,
    changesAll: false,
  };
  const followed = new Set<Node>();
  for (const node of nodes) collect(node, { state, followed }, effects);
  return effects;
}

interface Place {
  readonly state: ShellState;
  /** The functions whose effects are counted already. */
  readonly followed: Set<Node>;
}

function collect(node: Node, place: Place, effects: Effects): void {
  const all = (nodes: readonly Node[]): void => {
    for (const one of nodes) collect(one, place, effects);
  };
  if ('redirects' in node) for (const redirect of node.redirects) fromRedirect(redirect, effects);
  switch (node.kind) {
    case 'simple': {
      for (const assignment of node.assignments) fromAssignment(assignment, effects);
      for (const word of node.words) fromParts(word.parts, effects);
      fromCommand(node.words, place, effects);
      return;
    }
    case 'pipe':
      // Of a pipe, some shells run the last command themselves.
      all(node.nodes.slice(-1));
      return;
    case 'chain':
      all([node.first, ...node.rest.map((item) => item.node)]);
      return;
    case 'group':
      if (!node.isSubshell) all(node.body);
      return;
    case 'if':
      for (const { condition, body } of node.branches) all([...condition, ...body]);
      all(node.otherwise);
      return;
    case 'loop':
      if (node.variable !== null) addText(node.variable, effects);
      for (const part of node.arithmetic) fromArithmetic(part.text, effects);
      for (const { parts } of node.words ?? []) fromParts(parts, effects);
      all([...node.condition, ...node.body]);
      return;
    case 'case':
      fromParts(node.word.parts, effects);
      for (const { patterns, body } of node.items) {
        for (const { parts } of patterns) fromParts(parts, effects);
        all(body);
      }
      return;
    case 'coproc':
      addText(node.name, effects);
      return;
    case 'arithmetic-command':
      fromArithmetic(node.expression.text, effects);
      return;
    case 'test':
      for (const word of node.words) fromParts(word.parts, effects);
      return;
    case 'function':
      // It may be called before the loop comes here again.
      all([node.body]);
      return;
    case 'background':
      return;
  }
}

function fromRedirect({ descriptor, target, body }: RedirectNode, effects: Effects): void {
  if (typeof descriptor === 'string') addText(descriptor, effects);
  for (const word of [target, body]) if (word !== null) fromParts(word.parts, effects);
}

function fromCommand(words: readonly WordNode[], place: Place, effects: Effects): void {
  const [first, ...rest] = words;
  if (first === undefined) return;
  const text = plainText(first);
  const names = text === null ? variableTexts(first, place.state) : [text];
  if (names === null) effects.changesAll = true;
  else for (const name of names) fromProgram(name, rest, place, effects);
}

/** What a word that is only a variable may be; null where that is not known. */
function variableTexts({ parts }: WordNode, state: ShellState): readonly string[] | null {
  const [part, ...others] = parts;
  if (part?.kind !== 'parameter' || part.operation !== null || part.prefix !== null || others.length > 0)
    return null;
  const texts = state.lookUp(part.name)?.map(({ elements: [pieces = []] }) => knownText(pieces));
  if (texts === undefined || texts.includes(null)) return null;
  return texts.map((text) => text?.trim().split(/\s+/, 1)[0] ?? '');
}

function fromProgram(name: string, rest: readonly WordNode[], place: Place, effects: Effects): void {
  const { state, followed } = place;
  for (const { body } of state.functions.get(name) ?? []) {
    if (followed.has(body)) continue;
    followed.add(body);
    collect(body, place, effects);
  }
  if (opaque.test(name) || state.aliases.has(name)) effects.changesAll = true;
  else if (moving.test(name)) effects.changesFolder = true;
  else if (assigning.test(name)) {
    for (const word of rest) {
      const text = plainText(word);
      if (word.assignment !== null) fromAssignment(word.assignment, effects);
      else if (text === null) effects.changesAll = true;
      else for (const [own] of text.matchAll(/[A-Za-z_]\w*/g)) addText(own, effects);
    }
  }
}

function addText(name: string, { names, texts }: Pick<Effects, 'names' | 'texts'>): void {
  names.add(name);
  texts.add(name);
}

function fromAssignment({ name, index, value, isAppending }: AssignmentNode, effects: Effects): void {
  const [part, ...others] = 'parts' in value ? value.parts : [];
  for (const { parts } of 'parts' in value ? [value] : value) fromParts(parts, effects);
  const isNumber =
    others.length === 0 &&
    (part?.kind === 'arithmetic' || (part?.kind === 'text' && /^\d+$/.test(part.text)));
  if (isNumber && index === null && !isAppending) effects.names.add(name);
  else addText(name, effects);
}

function plainText(word: WordNode | undefined): string | null {
  if (word === undefined) return null;
  let text = '';
  for (const part of word.parts) {
    if (part.kind !== 'text') return null;
    text += part.text;
  }
  return text;
}

/** `${name:=value}` and `$((name = 1))` assign too. */
function fromParts(parts: readonly Part[], effects: Effects): void {
  for (const part of parts) {
    if (part.kind === 'arithmetic') fromArithmetic(part.text, effects);
    else if (part.kind === 'parameter' && part.operation !== null) {
      if (part.operation.operator.endsWith('=')) addText(part.name, effects);
      for (const { parts: own } of part.operation.operands) fromParts(own, effects);
    }
  }
}

export function fromArithmetic(text: string, effects: Pick<Effects, 'names'>): void {
  if (!/=|\+\+|--/.test(text)) return;
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) effects.names.add(name);
}
