import { usualSeparators } from '../expand/expand-word.ts';
import { joinValues, numberValue, type Value } from '../expand/value.ts';
import type { Piece, ShellWord } from '../reading.ts';
import type { FunctionNode } from '../syntax/tree.ts';

/** Where a shell may be by now: paths from where it started, or null for somewhere. */
export type Folders = readonly (string | null)[];

const maxFolders = 16;

/** What a shell knows at one point of a line. Where branches meet again, two of them are joined. */
export class ShellState {
  #variables: Map<string, Value>;
  #exported: Set<string>;
  /** Variables that something else may set at any time: a trap, or a reference to them. */
  #shifting: Set<string>;
  /** Variables that stand for others: `declare -n`. */
  #references: Map<string, string>;
  #isAllShifting = false;
  /** Variables of which the shell makes a number whenever they are set: `declare -i`. */
  #integers: Set<string>;
  functions: Map<string, readonly FunctionNode[]>;
  aliases: Map<string, readonly string[]>;
  /** Programs that a name stands for: `hash -p`. */
  hashed: Map<string, readonly ShellWord[]>;
  positional: readonly (readonly Piece[])[] | null = null;
  separators: string | null = usualSeparators;
  folders: Folders = [''];
  /** Whether the shell ends at the first command that fails: `set -e`. */
  isErrexit = false;

  constructor(from?: ShellState) {
    this.#variables = new Map(from === undefined ? [] : from.#variables);
    this.#exported = new Set(from === undefined ? [] : from.#exported);
    this.#shifting = new Set(from === undefined ? [] : from.#shifting);
    this.#integers = new Set(from === undefined ? [] : from.#integers);
    this.#references = new Map(from === undefined ? [] : from.#references);
    this.functions = new Map(from?.functions);
    this.aliases = new Map(from?.aliases);
    this.hashed = new Map(from?.hashed);
    if (from === undefined) return;
    this.#isAllShifting = from.#isAllShifting;
    this.positional = from.positional;
    this.separators = from.separators;
    this.folders = from.folders;
    this.isErrexit = from.isErrexit;
  }

  fork(): ShellState {
    return new ShellState(this);
  }

  /** How much there is to copy. */
  get size(): number {
    return this.#variables.size + this.functions.size + this.aliases.size;
  }

  lookUp(name: string): Value | undefined {
    return this.#variables.get(this.#references.get(name) ?? name);
  }

  /** From here on, the name stands for another variable. */
  refer(name: string, target: string): void {
    const last = this.#references.get(target) ?? target;
    if (last !== name) this.#references.set(name, last);
  }

  assign(given: string, value: Value | null): void {
    const name = this.#references.get(given) ?? given;
    const isKnown = value !== null && !this.#isAllShifting && !this.#shifting.has(name);
    const own = isKnown ? value : null;
    if (name === 'IFS') this.separators = separatorsOf(own);
    if (this.#integers.has(name)) this.#variables.set(name, numberValue);
    else if (own === null) this.#variables.delete(name);
    else this.#variables.set(name, own);
  }

  /** From here on, what the variable holds is not known. */
  distrust(name: string): void {
    this.#shifting.add(name);
    this.assign(name, null);
  }

  distrustAll(): void {
    this.#isAllShifting = true;
    this.forgetAll();
  }

  makeInteger(name: string): void {
    this.#integers.add(name);
    this.assign(name, null);
  }

  isInteger(name: string): boolean {
    return this.#integers.has(name);
  }

  forget(name: string): void {
    this.assign(name, null);
  }

  forgetAll(): void {
    this.#variables.clear();
    this.separators = null;
  }

  export(name: string): void {
    this.#exported.add(name);
  }

  isExported(name: string): boolean {
    return this.#exported.has(name);
  }

  /** Keeps a variable from the programs that are started from here. */
  keep(name: string): void {
    this.#exported.delete(name);
  }

  /** What a shell that this one starts gets to know. */
  child(): ShellState {
    const child = this.fork();
    for (const name of child.#variables.keys()) if (!child.#exported.has(name)) child.#variables.delete(name);
    child.separators = usualSeparators;
    child.positional = [];
    child.isErrexit = false;
    child.aliases.clear();
    child.hashed.clear();
    return child;
  }

  /** From here on, either this or the other holds. */
  join(other: ShellState): void {
    for (const name of new Set([...this.#variables.keys(), ...other.#variables.keys()])) {
      const own = this.#variables.get(name);
      const its = other.#variables.get(name);
      const both = own === undefined || its === undefined ? null : joinValues(own, its);
      if (both === null) this.#variables.delete(name);
      else this.#variables.set(name, both);
    }
    for (const name of other.#exported) this.#exported.add(name);
    for (const name of other.#shifting) this.#shifting.add(name);
    for (const name of other.#integers) this.#integers.add(name);
    for (const name of new Set([...this.#references.keys(), ...other.#references.keys()]))
      if (this.#references.get(name) !== other.#references.get(name)) {
        this.#references.delete(name);
        this.distrust(name);
      }
    this.#isAllShifting ||= other.#isAllShifting;
    joinLists(this.functions, other.functions);
    joinLists(this.aliases, other.aliases);
    joinLists(this.hashed, other.hashed);
    if (this.separators !== other.separators) this.separators = null;
    if (this.positional !== other.positional) this.positional = null;
    this.folders = joinFolders(this.folders, other.folders);
    this.isErrexit &&= other.isErrexit;
  }
}

export function joinFolders(left: Folders, right: Folders): Folders {
  if (left === right) return left;
  const all = [...new Set([...left, ...right])];
  return all.length > maxFolders ? [null] : all;
}

function joinLists<T>(own: Map<string, readonly T[]>, others: ReadonlyMap<string, readonly T[]>): void {
  for (const [name, items] of others) {
    if (own.get(name) !== items) own.set(name, [...new Set([...(own.get(name) ?? []), ...items])]);
  }
}

function separatorsOf(value: Value | null): string | null {
  const [choice] = value ?? [];
  if (value?.length !== 1 || choice === undefined) return null;
  const pieces = choice.elements[0] ?? [];
  return pieces.every((piece) => piece.kind === 'text') ? pieces.map((piece) => piece.text).join('') : null;
}
