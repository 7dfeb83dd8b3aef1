import { homedir } from 'node:os';
import { basename, isAbsolute } from 'node:path';
import { globNames } from './glob-names.ts';
import type { Access } from './path-rules.ts';
import { UnjudgeablePath } from './real-path.ts';
import { isHarmlessSed } from './sed-script.ts';
import {
  copiers,
  decisive,
  deleters,
  interpreters,
  leaders,
  opaque,
  readers,
  shells,
  withoutPaths,
  wrappers,
  writers,
} from './shell-table.ts';
import { type ShellWord, type SimpleCommand, shellCommands } from './shell-words.ts';

/** What a command would do to a path. */
export interface PathUse {
  readonly access: Access;
  readonly path: string;
  /** What the path is relative to. */
  readonly folder: string;
  readonly deep: boolean;
  /** Whether what is there is gone afterwards: a move takes it elsewhere. */
  readonly loses: boolean;
}

export interface ShellOptions {
  /** Programs that are known only to read, beside those that everyone knows. */
  readonly readers: ReadonlySet<string>;
  /** Whether programs that nobody knows may run; the paths that they are given count as written. */
  readonly allowOthers: boolean;
}

const deepestShell = 3;

/** Everything that a command line would do to paths. Throws where that cannot be told. */
export function pathsInCommand(line: string, folder: string, options: ShellOptions): readonly PathUse[] {
  const reader = new CommandReader(options, [folder], 0);
  reader.read(line);
  return reader.uses;
}

type Add = (access: Access, words: readonly ShellWord[], more?: { deep?: boolean; loses?: boolean }) => void;

class CommandReader {
  readonly uses: PathUse[] = [];
  readonly #options: ShellOptions;
  readonly #depth: number;
  /** Where the command may be by now: whether a `cd` was reached cannot be told, so all places count. */
  readonly #folders: string[];

  constructor(options: ShellOptions, folders: string[], depth: number) {
    this.#options = options;
    this.#folders = folders;
    this.#depth = depth;
  }

  read(line: string): void {
    for (const command of shellCommands(line)) this.#command(command);
  }

  #command({ words, redirects }: SimpleCommand): void {
    for (const { operator, target } of redirects) {
      if (operator.startsWith('<<')) continue;
      if (operator.endsWith('&') && /^(?:\d+-?|-)$/.test(target.text) && target.dynamic === null) continue;
      if (operator !== '<') this.#add('write', [target]);
      if (operator === '<' || operator === '<>') this.#add('read', [target]);
    }
    this.#program(
      words,
      redirects.some(({ operator }) => operator.startsWith('<')),
    );
  }

  readonly #add: Add = (access, words, { deep = false, loses = access === 'delete' } = {}) => {
    for (const word of words) {
      refuseDynamic(word);
      for (const folder of this.#folders) {
        for (const path of word.isGlob ? globNames(word.text, folder) : [word.text]) {
          this.uses.push({ access, path, folder, deep, loses });
        }
      }
    }
  };

  #program(given: readonly ShellWord[], hasInput: boolean): void {
    const words = withoutLeaders(given);
    const [first, ...rest] = words;
    if (first === undefined) return;
    if (first.text === 'for') return;
    refuseDynamic(first);
    if (first.isGlob && first.text !== '[' && first.text !== '[[') {
      throw new UnjudgeablePath('a command that is a pattern');
    }
    const name = basename(first.text);
    const operands = rest.filter((word) => !word.text.startsWith('-'));
    if (opaque.has(name)) throw new UnjudgeablePath(`${name}, which can run anything`);
    if (name === 'cd') this.#changeFolder(operands, rest);
    else if (/^(?:export|declare|local|readonly|typeset)$/.test(name)) refuseDecisive(rest);
    else if (withoutPaths.has(name)) return;
    else if (wrappers.has(name)) this.#wrapped(name, rest, hasInput);
    else if (shells.has(name)) this.#shell(name, rest, operands, hasInput);
    else if (interpreters.test(name)) this.#interpreter(name, rest);
    else if (deleters.has(name)) this.#add('delete', operands, { deep: true });
    else if (writers.has(name)) this.#write(rest);
    else if (copiers.has(name) || name === 'mv') this.#copy(name, rest, operands);
    else if (name === 'dd') this.#copyBytes(rest);
    else if (readers.has(name) || this.#options.readers.has(name)) this.#reader(name, rest, operands);
    else this.#other(name, rest);
  }

  #changeFolder(operands: readonly ShellWord[], rest: readonly ShellWord[]): void {
    const [target] = operands;
    if (rest.some(({ text }) => text === '-')) throw new UnjudgeablePath('cd to where it was before');
    const word = target ?? { text: '~', dynamic: null, splits: false, isGlob: false };
    refuseDynamic(word);
    if (word.isGlob) throw new UnjudgeablePath('cd to a pattern');
    const home = word.text === '~' || word.text.startsWith('~/') ? homedir() : null;
    const path = home === null ? word.text : home + word.text.slice(1);
    for (const folder of [...this.#folders]) {
      this.#folders.push(isAbsolute(path) ? path : `${folder}/${path}`);
    }
    if (this.#folders.length > 64) throw new UnjudgeablePath('too many changes of the folder');
  }

  #wrapped(name: string, rest: readonly ShellWord[], hasInput: boolean): void {
    const [first] = rest;
    if (name === 'command' && /^-[vV]$/.test(first?.text ?? '')) return;
    if (first?.text.startsWith('-') === true) throw new UnjudgeablePath(`${name} with options`);
    const assigned = name === 'env' ? rest.findIndex(({ text }) => !isAssignment(text)) : 0;
    if (name === 'env') refuseDecisive(rest.slice(0, assigned < 0 ? rest.length : assigned));
    const skipped = name === 'timeout' ? 1 : assigned;
    if (skipped >= 0) this.#program(rest.slice(skipped), hasInput);
  }

  #shell(name: string, rest: readonly ShellWord[], operands: readonly ShellWord[], hasInput: boolean): void {
    const flag = rest.findIndex(({ text }) => /^-\w*c$/.test(text));
    if (flag >= 0 && name !== 'fish') {
      const code = rest[flag + 1];
      if (code === undefined) return;
      refuseDynamic(code);
      if (this.#depth === deepestShell) throw new UnjudgeablePath('shells within shells');
      const inner = new CommandReader(this.#options, [...this.#folders], this.#depth + 1);
      inner.read(code.text);
      this.uses.push(...inner.uses);
    } else if (operands.length === 0 || hasInput || /^-\w*s/.test(rest[0]?.text ?? '')) {
      throw new UnjudgeablePath(`${name} with commands that are not to be seen`);
    } else this.#other(name, rest);
  }

  #interpreter(name: string, rest: readonly ShellWord[]): void {
    const [first] = rest;
    const isPlain =
      first !== undefined &&
      (/^[^-]/.test(first.text) || /^(?:-[mVvhuB]|--(?:version|help|test|watch|check))$/.test(first.text));
    if (!isPlain || rest.some(({ text }) => /^(?:-e|-c|-p|-r|--eval|--print|eval)\b/.test(text))) {
      throw new UnjudgeablePath(`${name} with code that cannot be judged`);
    }
    this.#other(name, rest);
  }

  #write(rest: readonly ShellWord[]): void {
    this.#add('write', [...rest.filter(({ text }) => !text.startsWith('-')), ...valuesOf(rest)]);
  }

  #copy(name: string, rest: readonly ShellWord[], operands: readonly ShellWord[]): void {
    const source: Access = name === 'mv' ? 'delete' : 'read';
    const more = { deep: true, loses: false };
    const isTargeted = rest.some(({ text }) => /^(?:-\w*t|--target-directory)/.test(text));
    const sources = isTargeted ? operands : operands.slice(0, -1);
    const targets = isTargeted
      ? [...operands, ...valuesOf(rest)]
      : [...operands.slice(-1), ...valuesOf(rest)];
    this.#add(source, sources, more);
    if (rest.some(({ text }) => /^--(?:remove-source|delete)/.test(text)))
      this.#add('delete', operands, { deep: true });
    this.#add('write', targets);
    // Into a folder, what is written is a file in it, which may be a link.
    for (const target of targets) {
      for (const { text, isGlob } of sources) {
        if (isGlob) continue;
        this.#add('write', [{ ...target, text: `${target.text}/${basename(text)}` }]);
      }
    }
  }

  #copyBytes(rest: readonly ShellWord[]): void {
    const isSource = ({ text }: ShellWord): boolean => text.startsWith('if=');
    this.#add('read', valuesOf(rest.filter(isSource)));
    this.#add('write', valuesOf(rest.filter((word) => !isSource(word))));
  }

  #reader(name: string, rest: readonly ShellWord[], operands: readonly ShellWord[]): void {
    const texts = rest.map(({ text }) => text);
    const has = (form: RegExp): boolean => texts.some((text) => form.test(text));
    if (name === 'find' && has(/^-(?:exec|ok|delete|fprint|fls)/))
      throw new UnjudgeablePath('find that runs or writes something');
    if (name === 'rg' && has(/^--pre/)) throw new UnjudgeablePath('rg that runs something');
    if (/awk$/.test(name) && has(/[>|@]|system|getline/))
      throw new UnjudgeablePath('an awk program that may write');
    if (name === 'sed' && !isHarmlessSed(texts)) throw new UnjudgeablePath('a sed script that may write');
    const isWriting =
      (name === 'sed' && has(/^(?:-[a-zA-Z]*i|--in-place)/)) ||
      (name === 'sort' && has(/^(?:-[a-zA-Z]*o|--o|-T)/)) ||
      (name === 'tree' && has(/^-\w*o/)) ||
      (/^(?:uniq|xxd)$/.test(name) && operands.length > 1);
    // A pattern for the program to use, as grep's, is judged as a path as well: it is inside the folder, or looks as if not.
    const paths = [...operands, ...valuesOf(rest)];
    const deep =
      /^(?:rg|ag)$/.test(name) || (name !== 'ls' && has(/^(?:-[a-zA-Z]*[rR]|--(?:dereference-)?recursive)/));
    this.#add('read', paths, { deep });
    if (isWriting) this.#add('write', paths);
    if (deep || (paths.length === 0 && /^(?:ls|dir|find|tree|du)$/.test(name)))
      this.#add('read', [here], { deep: deep && paths.length < 2 });
  }

  /** A program that nobody knows may write to whatever it is given, and where it runs. */
  #other(name: string, rest: readonly ShellWord[]): void {
    if (!this.#options.allowOthers)
      throw new UnjudgeablePath(`${name}, which is not among the known commands`);
    const isText = ({ text, dynamic }: ShellWord): boolean =>
      dynamic === null && text.length > 200 && /\s/.test(text) && !/^[/~.]/.test(text);
    const given = [...rest.filter(({ text }) => !text.startsWith('-')), ...valuesOf(rest)];
    for (const word of rest) refuseDynamic(word);
    this.#add('write', [here, ...given.filter((word) => !isText(word) && !isAddress(word))]);
  }
}

const here: ShellWord = { text: '.', dynamic: null, splits: false, isGlob: false };

/** Paths within words: `--file=/x`, `-f/x`, `of=x`, `host:/x`, `@/x`. */
function valuesOf(words: readonly ShellWord[]): readonly ShellWord[] {
  return words
    .filter((word) => !isAddress(word))
    .flatMap((word) => {
      const starts = [...word.text.matchAll(/[@=:,+%!^](?=~?\/|\.)(?!\/\/)/g)].map(({ index }) => index + 1);
      const equals = word.text.indexOf('=');
      if (equals >= 0) starts.push(equals + 1);
      const attached = /^-[^-=]*?(?=[/~]|\.\.)/.exec(word.text);
      if (attached !== null) starts.push(attached[0].length);
      const texts = starts.slice(0, 20).map((start) => word.text.slice(start));
      return texts.filter((text) => text !== '').map((text) => ({ ...word, text }));
    });
}

function isAddress({ text }: ShellWord): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

function withoutLeaders(words: readonly ShellWord[]): readonly ShellWord[] {
  let at = 0;
  while (at < words.length && leaders.has(words[at]?.text ?? '')) at += 1;
  const start = at;
  while (at < words.length && isAssignment(words[at]?.text ?? '')) at += 1;
  refuseDecisive(words.slice(start, at));
  return words.slice(at);
}

function isAssignment(text: string): boolean {
  return /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(text);
}

function refuseDecisive(words: readonly ShellWord[]): void {
  for (const { text } of words) {
    const name = /^\w+/.exec(text)?.[0] ?? '';
    if (decisive.test(name)) throw new UnjudgeablePath(`a command that changes ${name}`);
  }
}

function refuseDynamic({ dynamic }: ShellWord): void {
  if (dynamic !== null) throw new UnjudgeablePath(dynamic);
}
