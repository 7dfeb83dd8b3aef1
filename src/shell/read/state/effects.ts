import { lookUp } from '../../../engine/values/look-up.ts';
import { cardOf } from '../../programs/cards.ts';
import { knownText } from '../expand/value.ts';
import { partsText } from '../syntax/text-parts.ts';
import type { AssignmentNode, Node, Part, WordNode } from '../syntax/tree.ts';
import type { ShellState } from './state.ts';

/** What a piece of a line may change in the shell that runs it. */
export interface Effects {
  readonly names: ReadonlySet<string>;
  /** Of the names, those that may get more than a number. */
  readonly texts: ReadonlySet<string>;
  readonly changesFolder: boolean;
  /** Whether it may change anything: it reads code or runs a function. */
  readonly changesAll: boolean;
}

/** What builtins change, by what their cards say that they run. */
const changes: Readonly<Record<string, 'names' | 'folder' | 'all'>> = {
  assign: 'names',
  declare: 'names',
  expressions: 'names',
  input: 'names',
  print: 'names',
  changeFolder: 'folder',
  evaluate: 'all',
  settings: 'all',
  shift: 'all',
  source: 'all',
  trap: 'all',
};

/** Finds what a loop's body changes before it is read: what its last lines do counts for its first ones too. */
export function bodyEffects(nodes: readonly Node[], state: ShellState): Effects {
  const effects = new Collector(state);
  effects.all(nodes);
  return effects;
}

class Collector implements Effects {
  readonly #state: ShellState;
  readonly #followed = new Set<Node>();
  readonly names = new Set<string>();
  readonly texts = new Set<string>();
  changesFolder = false;
  changesAll = false;

  constructor(state: ShellState) {
    this.#state = state;
  }

  all(nodes: readonly Node[]): void {
    for (const node of nodes) this.#node(node);
  }

  #node(node: Node): void {
    if ('redirects' in node)
      for (const { descriptor, target, body } of node.redirects) {
        if (typeof descriptor === 'string') this.#text(descriptor);
        this.#words([target, body].filter((word) => word !== null));
      }
    switch (node.kind) {
      case 'simple':
        for (const assignment of node.assignments) this.#assignment(assignment);
        this.#words(node.words);
        this.#command(node.words);
        return;
      case 'pipe':
        // Some shells run the last command of a pipe themselves.
        this.all(node.nodes.slice(-1));
        return;
      case 'chain':
        this.all([node.first, ...node.rest.map((item) => item.node)]);
        return;
      case 'group':
        if (!node.isSubshell) this.all(node.body);
        return;
      case 'if':
        for (const { condition, body } of node.branches) this.all([...condition, ...body]);
        this.all(node.otherwise);
        return;
      case 'loop':
        if (node.variable !== null) this.#text(node.variable);
        for (const { text } of node.arithmetic) this.#arithmetic(text);
        this.#words(node.words ?? []);
        this.all([...node.condition, ...node.body]);
        return;
      case 'case':
        this.#words([node.word]);
        for (const { patterns, body } of node.items) {
          this.#words(patterns);
          this.all(body);
        }
        return;
      case 'coproc':
        this.#text(node.name);
        return;
      case 'arithmetic-command':
        this.#arithmetic(node.expression.text);
        return;
      case 'test':
        this.#words(node.words);
        return;
      case 'function':
        // It may be called before the loop comes here again.
        this.all([node.body]);
        return;
      case 'background':
        return;
    }
  }

  #command([first, ...rest]: readonly WordNode[]): void {
    if (first === undefined) return;
    const text = partsText(first.parts);
    const names = text === null ? this.#variableTexts(first) : [text];
    if (names === null) this.changesAll = true;
    else for (const name of names) this.#program(name, rest);
  }

  /** What a word that is only a variable may be; null where that is unknown. */
  #variableTexts({ parts }: WordNode): readonly string[] | null {
    const [part, ...others] = parts;
    if (part?.kind !== 'parameter' || part.operation !== null || part.prefix !== null || others.length > 0)
      return null;
    const texts = this.#state.lookUp(part.name)?.map(({ elements: [pieces = []] }) => knownText(pieces));
    if (texts === undefined || texts.includes(null)) return null;
    return texts.map((text) => text?.trim().split(/\s+/, 1)[0] ?? '');
  }

  #program(name: string, rest: readonly WordNode[]): void {
    for (const { body } of this.#state.functions.get(name) ?? []) {
      if (this.#followed.has(body)) continue;
      this.#followed.add(body);
      this.#node(body);
    }
    const card = cardOf(name);
    const change = card?.inShell === true ? 'all' : lookUp(changes, card?.runs ?? '');
    if (change === 'all' || this.#state.aliases.has(name)) this.changesAll = true;
    else if (change === 'folder') this.changesFolder = true;
    else if (change === 'names')
      for (const word of rest) {
        const text = partsText(word.parts);
        if (word.assignment !== null) this.#assignment(word.assignment);
        else if (text === null) this.changesAll = true;
        else for (const [variable] of text.matchAll(/[A-Za-z_]\w*/g)) this.#text(variable);
      }
  }

  #text(name: string): void {
    this.names.add(name);
    this.texts.add(name);
  }

  #assignment({ name, index, value, isAppending }: AssignmentNode): void {
    const [part, ...others] = 'parts' in value ? value.parts : [];
    this.#words('parts' in value ? [value] : value);
    const isNumber =
      others.length === 0 &&
      (part?.kind === 'arithmetic' || (part?.kind === 'text' && /^\d+$/.test(part.text)));
    if (isNumber && index === null && !isAppending) this.names.add(name);
    else this.#text(name);
  }

  /** `${name:=value}` and `$((name = 1))` assign too. */
  #words(words: readonly { readonly parts: readonly Part[] }[]): void {
    for (const part of words.flatMap(({ parts }) => parts)) {
      if (part.kind === 'arithmetic') this.#arithmetic(part.text);
      else if (part.kind === 'parameter' && part.operation !== null) {
        if (part.operation.operator.endsWith('=')) this.#text(part.name);
        this.#words(part.operation.operands);
      }
    }
  }

  #arithmetic(text: string): void {
    for (const name of assignedIn(text)) this.names.add(name);
  }
}

/** The names that an expression may assign to. */
export function assignedIn(text: string): readonly string[] {
  return /=|\+\+|--/.test(text) ? (text.match(/[A-Za-z_]\w*/g) ?? []) : [];
}
