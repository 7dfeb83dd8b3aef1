import { joinValues, knownText, numberValue, type Value } from '../expand/value.ts';
import type { Piece, ShellWord } from '../reading.ts';
import type { FunctionNode } from '../syntax/tree.ts';

/** Where a shell may be by now: paths from where it started, or null for anywhere. */
export type Folders = readonly (string | null)[];

export const usualSeparators = ' \t\n';

const maxFolders = 16;

/** What a shell knows at one point of a line. Where branches meet again, their states are joined. */
export class ShellState {
  #variables = new Map<string, Value>();
  #exported = new Set<string>();
  /** Variables that something else may set at any time: a trap, or a reference to them. */
  #shifting = new Set<string>();
  /** Variables that are other names of others: `declare -n`. */
  #references = new Map<string, string>();
  /** Variables that always hold numbers: `declare -i`. */
  #integers = new Set<string>();
  #isAllShifting = false;
  functions = new Map<string, readonly FunctionNode[]>();
  aliases = new Map<string, readonly string[]>();
  /** Programs by the names that `hash -p` gave them. */
  hashed = new Map<string, readonly ShellWord[]>();
  positional: readonly (readonly Piece[])[] | null = null;
  separators: string | null = usualSeparators;
  folders: Folders = [''];
  /** Whether the shell ends at the first command that fails: `set -e`. */
  isErrexit = false;

  fork(): ShellState {
    const copy = new ShellState();
    copy.#variables = new Map(this.#variables);
    copy.#exported = new Set(this.#exported);
    copy.#shifting = new Set(this.#shifting);
    copy.#references = new Map(this.#references);
    copy.#integers = new Set(this.#integers);
    copy.#isAllShifting = this.#isAllShifting;
    copy.functions = new Map(this.functions);
    copy.aliases = new Map(this.aliases);
    copy.hashed = new Map(this.hashed);
    copy.positional = this.positional;
    copy.separators = this.separators;
    copy.folders = this.folders;
    copy.isErrexit = this.isErrexit;
    return copy;
  }

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
    if (name === 'IFS') this.separators = isKnown ? separatorsOf(value) : null;
    if (this.#integers.has(name)) this.#variables.set(name, numberValue);
    else if (isKnown) this.#variables.set(name, value);
    else this.#variables.delete(name);
  }

  /** From here on, the variable is unknown. */
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

  unexport(name: string): void {
    this.#exported.delete(name);
  }

  /** The state of a shell that this one starts. */
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
      const left = this.#variables.get(name);
      const right = other.#variables.get(name);
      const both = left === undefined || right === undefined ? null : joinValues(left, right);
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

function joinLists<T>(lists: Map<string, readonly T[]>, others: ReadonlyMap<string, readonly T[]>): void {
  for (const [name, items] of others) {
    const before = lists.get(name);
    if (before !== items) lists.set(name, [...new Set([...(before ?? []), ...items])]);
  }
}

function separatorsOf(value: Value): string | null {
  const [choice] = value;
  return value.length !== 1 || choice === undefined ? null : knownText(choice.elements[0] ?? []);
}
