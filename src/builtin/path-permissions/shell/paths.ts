import { homedir } from 'node:os';
import { basename, dirname, isAbsolute } from 'node:path';
import { followLinks, UnjudgeablePath } from '../../../files/follow-links.ts';
import { globNames, globStart } from '../../../files/glob-names.ts';
import { treeFacts } from '../../../files/tree-facts.ts';
import { isWithin } from '../../../files/within.ts';
import type { Access, PathUse } from '../../../permissions/uses/path-use.ts';
import { builtinChecks } from './builtins.ts';
import {
  isAddress,
  isInstalled,
  isProse,
  programName,
  refuseDynamic,
  refuseLinks,
  valuesOf,
} from './meanings.ts';
import type { GivenWords, OptionTable } from './options.ts';
import { copyOptions, linkOptions, moveOptions, type Program, programs, syncOptions } from './programs.ts';
import { findPaths, isHarmlessAwk, isHarmlessJq, isHarmlessSed } from './scripts.ts';
import { interpreters, leaders, opaque, shells, wrappers } from './table.ts';
import { isAssignment, isDecisive, refuseDecisive } from './variables.ts';
import { type ShellWord, type SimpleCommand, shellCommands } from './words.ts';

export interface ShellOptions {
  /** Programs that are known only to read, beside those that everyone knows. */
  readonly readers: ReadonlySet<string>;
  /** Programs of which only the words are judged, not what they could do besides. */
  readonly trusted: ReadonlySet<string>;
  /** Whether programs that nobody knows may run; the paths that they are given count as written. */
  readonly allowOthers: boolean;
}

const maxShellDepth = 3;

/** Everything that a command line would do to paths. Throws where that cannot be told. */
export function pathsInCommand(line: string, folder: string, options: ShellOptions): readonly PathUse[] {
  const reader = new CommandReader(options, [folder], 0);
  reader.read(line);
  reader.checkWhole();
  return reader.uses;
}

interface More {
  readonly deep?: boolean;
  readonly loses?: boolean;
  readonly shows?: boolean;
  readonly follows?: boolean;
  readonly movedTo?: readonly string[] | undefined;
}

class CommandReader {
  readonly uses: PathUse[] = [];
  readonly #options: ShellOptions;
  readonly #depth: number;
  /** Where the command may be by now: whether a `cd` was reached cannot be told, so all places count. */
  readonly #folders: string[];
  #commands = 0;
  #hasLoop = false;
  #hasMoved = false;
  /** What is moved or copied as it is, so that it may mean something else behind it. */
  readonly #moved: string[] = [];
  #optionName: string | null = null;

  constructor(options: ShellOptions, folders: string[], depth: number) {
    this.#options = options;
    this.#folders = folders;
    this.#depth = depth;
  }

  read(line: string): void {
    for (const command of shellCommands(line)) {
      this.#commands += 1;
      this.#command(command);
    }
  }

  /** What only the whole line shows: one command may prepare what another then meets. */
  checkWhole(): void {
    if (this.#hasLoop && this.#hasMoved) throw new UnjudgeablePath('a loop that changes the folder');
    if (this.#commands < 2) return;
    if (this.#optionName !== null)
      throw new UnjudgeablePath(`${this.#optionName}, a name that another command may take for an option`);
    for (const path of this.#moved) {
      const { links, hasOptionName, isComplete } = treeFacts(path);
      if (links.length > 0)
        throw new UnjudgeablePath(`a link that is moved or copied: ${links[0]}; do that alone`);
      if (hasOptionName || !isComplete)
        throw new UnjudgeablePath(
          `what is in ${path}, moved or copied along with other commands; do that alone`,
        );
    }
  }

  #command({ words, redirects }: SimpleCommand): void {
    for (const { operator, target } of redirects) {
      if (operator.startsWith('<<')) continue;
      if (operator.endsWith('&') && /^(?:\d+-?|-)$/.test(target.text) && target.dynamic === null) continue;
      if (operator !== '<') this.#add('write', [target], { shows: !/>>/.test(operator) });
      if (operator === '<' || operator === '<>') this.#add('read', [target]);
    }
    this.#program(
      this.#withoutLeaders(words),
      redirects.map(({ operator }) => operator),
    );
  }

  #add(access: Access, words: readonly ShellWord[], more: More = {}): void {
    const { deep = false, loses = access === 'delete', shows = false, follows = false } = more;
    for (const word of words) {
      refuseDynamic(word);
      for (const folder of this.#folders) {
        for (const path of word.isGlob ? globNames(word.text, folder) : [word.text]) {
          if (access === 'write' && basename(path).startsWith('-')) this.#optionName ??= path;
          if (deep && follows) refuseLinks(path, folder);
          this.uses.push({ access, path, folder, deep, loses, shows, movedTo: more.movedTo });
        }
      }
    }
  }

  #withoutLeaders(words: readonly ShellWord[]): readonly ShellWord[] {
    let at = 0;
    for (; at < words.length && leaders.has(words[at]?.text ?? ''); at += 1) {
      if (/^(?:while|until)$/.test(words[at]?.text ?? '')) this.#hasLoop = true;
    }
    return words.slice(at);
  }

  #program(given: readonly ShellWord[], redirects: readonly string[]): void {
    const start = given.findIndex((word) => !isAssignment(word));
    refuseDecisive(start < 0 ? given : given.slice(0, start));
    const [first, ...rest] = start < 0 ? [] : given.slice(start);
    if (first === undefined) return;
    refuseDynamic(first);
    if (first.isGlob && first.text !== '[' && first.text !== '[[') {
      throw new UnjudgeablePath('a command that is a pattern');
    }
    const name = programName(first.text);
    const check = builtinChecks.get(name);
    const program = programs.get(name);
    const hasInput = redirects.some((operator) => operator.startsWith('<'));
    if (name === 'for') this.#loop(rest);
    else if (opaque.has(name)) throw new UnjudgeablePath(`${name}, which can run anything`);
    else if (name === 'cd') this.#changeFolder(rest);
    else if (check !== undefined) {
      if (name === '[[' && redirects.length > 0) throw new UnjudgeablePath('a test with a redirection');
      this.#add('read', check(rest, name));
      this.#listed(rest);
    } else if (wrappers.has(name)) this.#wrapped(name, rest, redirects);
    else if (shells.has(name)) this.#shell(name, first, rest, hasInput);
    else if (interpreters.test(name)) this.#interpreter(name, first, rest);
    else if (program !== undefined)
      this.#known(name, program, this.#words(name, program.options, rest), rest);
    else if (name === 'find') this.#find(rest);
    else if (name === 'dd') this.#copyBytes(rest);
    else if (name === 'ln') this.#link(this.#words(name, linkOptions, rest));
    else if (name === 'cp') this.#copy(this.#words(name, copyOptions, rest), 'read', true);
    else if (name === 'mv') this.#copy(this.#words(name, moveOptions, rest), 'delete', false);
    else if (name === 'rsync') this.#sync(this.#words(name, syncOptions, rest));
    else this.#other(name, first, rest);
  }

  /** The words of a program that is known: each as it stands, and no name that a pattern matches is an option. */
  #words(name: string, options: OptionTable, words: readonly ShellWord[]): GivenWords {
    for (const word of words) refuseDynamic(word);
    this.#refuseOptionNames(words);
    return options.read(name, words);
  }

  #refuseOptionNames(words: readonly ShellWord[]): void {
    for (const { text, isGlob } of words) {
      if (!isGlob) continue;
      for (const folder of this.#folders) {
        const name = globNames(text, folder).find((path) => path !== text && path.startsWith('-'));
        if (name !== undefined)
          throw new UnjudgeablePath(
            `the pattern ${text.slice(0, 100)}, which matches ${name}, a name like an option`,
          );
      }
    }
  }

  /** Patterns in words that are only printed show names: not those of a folder that may not be read. */
  #listed(words: readonly ShellWord[]): void {
    for (const word of words) {
      const start = word.isGlob && word.dynamic === null ? globStart(word.text) : '';
      if (start !== '') this.#add('read', [{ ...word, text: start, isGlob: false }]);
    }
  }

  #loop([variable, ...rest]: readonly ShellWord[]): void {
    this.#hasLoop = true;
    if (variable === undefined || !/^[A-Za-z_]\w*$/.test(variable.text) || isDecisive(variable.text))
      throw new UnjudgeablePath('a loop over a variable that decides what commands mean');
    this.#listed(rest);
  }

  #changeFolder(rest: readonly ShellWord[]): void {
    this.#hasMoved = true;
    const [word = { ...here, text: '~' }, ...more] = rest.filter(({ text }) => !/^-[LP]$|^--$/.test(text));
    if (more.length > 0 || word.text.startsWith('-'))
      throw new UnjudgeablePath('cd to where it was before, or with options');
    refuseDynamic(word);
    if (word.isGlob) throw new UnjudgeablePath('cd to a pattern');
    const home = word.text === '~' || word.text.startsWith('~/') ? homedir() : null;
    const path = home === null ? word.text : home + word.text.slice(1);
    for (const folder of [...this.#folders]) {
      this.#folders.push(isAbsolute(path) ? path : `${folder}/${path}`);
    }
    if (this.#folders.length > 64) throw new UnjudgeablePath('too many changes of the folder');
  }

  #wrapped(name: string, rest: readonly ShellWord[], redirects: readonly string[]): void {
    const [first] = rest;
    if (name === 'command' && /^-[vV]$/.test(first?.text ?? '')) return;
    if (first?.text.startsWith('-') === true) throw new UnjudgeablePath(`${name} with options`);
    // A variable that the shell takes apart here could become the command itself.
    if (rest.some(({ splits }, at) => splits && rest.slice(0, at).every(isAssignment)))
      throw new UnjudgeablePath(`${name} with a variable that is not quoted`);
    if (name === 'timeout' && first !== undefined && !/^[\d.]+[smhd]?$/.test(first.text))
      throw new UnjudgeablePath('timeout without a plain number');
    this.#program(name === 'timeout' ? rest.slice(1) : rest, redirects);
  }

  #shell(name: string, first: ShellWord, rest: readonly ShellWord[], hasInput: boolean): void {
    const [flag, code] = rest;
    if (flag !== undefined && /^-[lexuv]*c$/.test(flag.text)) {
      if (code === undefined) return;
      refuseDynamic(code);
      if (this.#depth === maxShellDepth) throw new UnjudgeablePath('shells within shells');
      const inner = new CommandReader(this.#options, [...this.#folders], this.#depth + 1);
      inner.read(code.text);
      inner.checkWhole();
      this.uses.push(...inner.uses);
      this.#commands += inner.#commands;
      this.#moved.push(...inner.#moved);
      this.#optionName ??= inner.#optionName;
    } else if (flag === undefined || flag.text.startsWith('-') || hasInput) {
      throw new UnjudgeablePath(`${name} with commands that are not to be seen`);
    } else this.#other(name, first, rest);
  }

  #interpreter(name: string, program: ShellWord, rest: readonly ShellWord[]): void {
    const [first] = rest;
    const isPlain =
      first !== undefined &&
      (/^[^-]/.test(first.text) || /^(?:-[mVvhuB]|--(?:version|help|test|watch|check))$/.test(first.text));
    if (!isPlain || rest.some(({ text }) => /^(?:-e|-c|-p|-r|--eval|--print|eval)\b/.test(text))) {
      throw new UnjudgeablePath(`${name} with code that cannot be judged`);
    }
    this.#other(name, program, rest);
  }

  #known(name: string, program: Program, given: GivenWords, rest: readonly ShellWord[]): void {
    const { operands, flags } = given;
    const texts = rest.map(({ text }) => text);
    if (name === 'sed' && !isHarmlessSed(texts)) throw new UnjudgeablePath('a sed script that may write');
    if (name.endsWith('awk') && !isHarmlessAwk(texts))
      throw new UnjudgeablePath('an awk program that may read or write more than it is given');
    if (name === 'jq' && !isHarmlessJq(texts)) throw new UnjudgeablePath('a jq program that reads modules');
    if (/^(?:less|more|strings)$/.test(name) && operands.some(({ text }) => /^[+@]/.test(text)))
      throw new UnjudgeablePath(`${name} with commands or options in a word`);
    const has = (wanted: readonly string[] | 'always' | undefined): boolean =>
      wanted === 'always' || (wanted?.some((flag) => flags.has(flag)) ?? false);
    const mayBePattern = program.pattern !== undefined && (!has(program.pattern) || given.isMixed);
    if (/^(?:sed|jq|.*awk)$/.test(name) && operands[0]?.isGlob === true)
      throw new UnjudgeablePath(`${name} with a pattern of names as its program`);
    const isPattern = mayBePattern && !given.isMixed && operands[0]?.isGlob === false;
    const paths = isPattern ? operands.slice(1) : operands;
    const fewest = mayBePattern ? operands.length - 1 : operands.length;
    const deep = has(program.deep);
    const follows = has(program.follows);
    const more = { deep, follows, shows: program.shows === true && !(name === 'tee' && flags.has('-a')) };
    this.#add('read', [...given.reads, ...given.texts.filter(({ text }) => text.length > 1)]);
    this.#add('write', given.writes, { shows: true });
    this.#add(program.does, paths, more);
    if (name === 'shred') this.#add('write', paths);
    if (name === 'sed' && texts.some((text) => /^(?:-[a-zA-Z]*i|--in-place)/.test(text)))
      this.#add('write', paths);
    if (program.writesSecond === true) this.#add('write', paths.slice(1));
    if (fewest <= 0 && (program.here === true || deep)) this.#add('read', [here], more);
  }

  #find(rest: readonly ShellWord[]): void {
    for (const word of rest) refuseDynamic(word);
    this.#refuseOptionNames(rest);
    const places = findPaths(rest.map(({ text }) => text));
    if (places === null)
      throw new UnjudgeablePath(
        'find that runs or writes something, or with options that are not known here',
      );
    this.#add('read', places.length === 0 ? [here] : rest.filter((_, at) => places.includes(at)));
  }

  #link(given: GivenWords): void {
    const { operands, writes } = given;
    this.#add('write', [...operands, ...writes]);
    // What a link says is read from where the link is, and that need not be here.
    const targets = writes.length > 0 ? operands : operands.slice(0, -1);
    for (const place of writes.length > 0 ? writes : operands.slice(-1)) {
      for (const { text, isGlob } of targets) {
        if (isGlob || isAbsolute(text)) continue;
        for (const folder of [place.text, dirname(place.text)])
          this.#add('write', [{ ...place, text: `${folder}/${text}` }]);
      }
    }
  }

  #copy(given: GivenWords, source: 'read' | 'delete', shows: boolean): void {
    const { operands, writes, flags } = given;
    const sources = writes.length > 0 || operands.length < 2 ? operands : operands.slice(0, -1);
    const targets = writes.length > 0 ? writes : operands.slice(-1);
    // What BSD makes of `cp -r` are the files that links lead to.
    const follows = process.platform !== 'linux' && flags.has('-r');
    const movedTo = source === 'delete' ? targets.map(({ text }) => text) : undefined;
    this.#add(source, sources, { deep: true, loses: false, follows, movedTo });
    this.#add('read', given.texts);
    this.#add('write', targets, { shows });
    // Into a folder, what is written is a file in it, which may be a link.
    for (const target of targets) {
      for (const { text, isGlob } of sources) {
        if (!isGlob) this.#add('write', [{ ...target, text: `${target.text}/${basename(text)}` }], { shows });
      }
    }
    this.#noteMoved(sources, source === 'delete');
  }

  #noteMoved(sources: readonly ShellWord[], isGone: boolean): void {
    for (const { text, isGlob } of sources) {
      for (const folder of this.#folders) {
        for (const path of isGlob ? globNames(text, folder) : [text]) {
          const full = isAbsolute(path) ? path : `${folder}/${path}`;
          this.#moved.push(full);
          const real = followLinks(full, { keepLast: true });
          if (isGone && this.#folders.some((place) => isWithin(followLinks(place), real)))
            throw new UnjudgeablePath('a move of the folder that the command is in');
        }
      }
    }
  }

  #sync(given: GivenWords): void {
    if (given.operands.some(({ text }) => text.includes(':')))
      throw new UnjudgeablePath('rsync with another machine');
    this.#copy(given, 'read', false);
    if (given.flags.has('--delete')) this.#add('delete', given.operands.slice(-1), { deep: true });
    this.#add('write', given.operands.slice(-1), { deep: true });
  }

  #copyBytes(rest: readonly ShellWord[]): void {
    for (const word of rest) {
      const [, key, text] =
        /^(if|of|bs|ibs|obs|count|skip|seek|status|conv|iflag|oflag)=(.*)$/s.exec(word.text) ?? [];
      if (key === undefined || text === undefined)
        throw new UnjudgeablePath(`dd with ${word.text.slice(0, 40)}`);
      refuseDynamic(word);
      if (key === 'if' || key === 'of') this.#add(key === 'if' ? 'read' : 'write', [{ ...word, text }]);
    }
  }

  /** A program that nobody knows may read and write whatever it is given, and everything below where it runs. */
  #other(name: string, program: ShellWord, rest: readonly ShellWord[]): void {
    const isReader = this.#options.readers.has(name);
    const isTrusted = this.#options.trusted.has(name);
    if (!this.#options.allowOthers && !isReader && !isTrusted)
      throw new UnjudgeablePath(`${name.slice(0, 100)}, which is not among the known commands`);
    for (const word of rest) refuseDynamic(word);
    this.#refuseOptionNames(rest);
    if (program.text.includes('/') && !isInstalled(program.text)) this.#add('read', [program]);
    const given = [...rest.filter(({ text }) => !text.startsWith('-')), ...valuesOf(rest)];
    const paths = given.filter((word) => !isProse(word) && !isAddress(word));
    if (isReader) this.#add('read', paths.length === 0 ? [here] : paths, { deep: true });
    else {
      this.#add('write', paths);
      if (isTrusted) return;
      this.#add('read', [here], { deep: true });
      this.#add('write', [here], { deep: true });
    }
  }
}

const here: ShellWord = { text: '.', dynamic: null, splits: false, isGlob: false };
