import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { compileWildcard } from '../../bounds/wildcard.ts';
import { canonicalTool } from '../../engine/points/tool-names.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { resolveLinks } from '../../files/real-path.ts';
import type { Bases } from '../../permissions/path-rule.ts';
import { type CallUse, callUses, type GivenCall } from '../../permissions/uses/call-uses.ts';
import { wholeText } from '../../permissions/uses/path-text.ts';
import type { Access } from '../../permissions/uses/path-use.ts';
import { subcommandOf } from '../../shell/queries.ts';
import { readShell } from '../../shell/read-shell.ts';
import type { ShellReading, ShellWord } from '../../shell/reading.ts';
import { isPlainProgram } from '../plain-program.ts';
import { compileFilePattern, type FileTest } from './file-pattern.ts';
import { firstFileBelow, reachOf, type WalkBudget, walkBudget } from './files-below.ts';
import type { FileGroup } from './groups.ts';
import { readUsed } from './used-words.ts';

export interface FileVerdict {
  readonly decision: 'deny' | 'ask';
  /** The group; null where it cannot be told which. */
  readonly group: FileGroup | null;
  readonly access: Access;
  /** The path, or what is known of it. */
  readonly about: string;
}

interface CompiledGroup {
  readonly group: FileGroup;
  readonly tests: readonly FileTest[];
  readonly excepts: readonly FileTest[];
}

/** What a call is judged against: where it runs, and the groups that somebody has opened for now. */
interface CallBases extends Bases {
  readonly isOpen: (group: FileGroup) => boolean;
}

/** They give names of files, not what is in them. */
const listing = /^(?:Glob|LS|list_.*|mcp__.*__(?:list|tree|directory|get_file_info|search_files)\w*)$/;

export class FileJudge {
  readonly #groups: readonly CompiledGroup[];
  readonly #root: string;

  constructor(groups: readonly FileGroup[], root: string) {
    this.#root = root;
    this.#groups = groups.map((group) => ({
      group,
      tests: group.files.map(compileFilePattern),
      excepts: group.except.map(compileFilePattern),
    }));
  }

  /** What must not be done in a call; a deny before what can only be asked. */
  judge(call: GivenCall, isOpen: (rule: string) => boolean = () => false): FileVerdict | null {
    if (listing.test(canonicalTool(call.toolName))) return null;
    const bases: CallBases = {
      root: this.#root,
      cwd: call.cwd,
      isOpen: ({ id }) => isOpen(`protected-files.${id}`),
    };
    const readings: ShellReading[] = [];
    const budget = walkBudget();
    const { uses, doubts } = callUses(call, (line) => {
      readings.push(readShell(line));
      return readUsed(line, {
        cwd: call.cwd,
        budget,
        isProtected: (path) => this.#secret(path, bases),
      });
    });
    const verdicts = [
      ...uses.map((use) => this.#verdict(use, bases, budget)),
      ...this.#doubts(doubts, readings, call),
    ].filter((verdict) => verdict !== null);
    return verdicts.find(({ decision }) => decision === 'deny') ?? verdicts[0] ?? null;
  }

  #verdict(use: CallUse, bases: CallBases, budget: WalkBudget): FileVerdict | null {
    const { access, guessed, command, deep, folders } = use;
    // What a program that nobody knows does to a file that may be read is only a change if something says so.
    if (guessed && access === 'write' && command !== undefined && !saysItWrites(command)) return null;
    const text = wholeText(use.path);
    if (text === null) return this.#unknown(use, bases);
    if (text === '' || text.length > 4096 || /[\0\n]/.test(text) || isAddress(text, use)) return null;
    for (const folder of folders) {
      const path = resolve(folder ?? '/', text.startsWith('~/') ? homedir() + text.slice(1) : text);
      const group = this.#groupOf(
        folder === null && !isAbsolute(text) ? [path] : spellings(path),
        access,
        bases,
      );
      if (
        group !== null &&
        !isPutBack(use, group) &&
        !isCopy(path, group, bases) &&
        !this.#isStarted(use, path, group, bases)
      )
        return { decision: 'deny', group, access, about: text };
      if (deep && command !== undefined && folder !== null) {
        const below = this.#below(path, use, bases, budget);
        if (below !== null) return below;
      }
    }
    return null;
  }

  /** Whoever copies, packs, searches or removes a folder does it to all that is in it. */
  #below(
    folder: string,
    { access, command, guessed }: CallUse,
    bases: CallBases,
    budget: WalkBudget,
  ): FileVerdict | null {
    // A link to a folder opens nothing that is in it.
    if (command === undefined || guessed || access === 'write' || command.name === 'ln') return null;
    const reaches = reachOf(command, folder);
    const found = firstFileBelow(folder, (path) => reaches(path) && this.#secret(path, bases), budget);
    if (found === null) return null;
    if (found === 'too-many') {
      const samples = this.#groups.flatMap(({ group }) =>
        group.forbids.includes('read') ? group.samples : [],
      );
      if (!samples.some((sample) => reaches(join(folder, sample)))) return null;
      return {
        decision: 'ask',
        group: null,
        access,
        about: `${folder}, which has too many files to look through`,
      };
    }
    return { decision: 'deny', group: this.#groupOf([found], access, bases), access, about: found };
  }

  /** Of a path that is known in part, what is known must fit. */
  #unknown({ path, access, guessed, folders }: CallUse, bases: CallBases): FileVerdict | null {
    const shown = path.map((part) => part ?? '…').join('');
    const known = path
      .map((part) => part ?? '\0')
      .join('')
      .toLowerCase();
    // A word of a program that nobody knows need not be a path, if nothing in it says so.
    if (guessed && !/[/.]/.test(known)) return null;
    const name = compileWildcard(basename(known).replaceAll('*', '').replaceAll('\0', '*'));
    const isBare = basename(known).replaceAll('\0', '') === '';
    for (const { group, excepts } of this.#groups) {
      if (!group.forbids.includes(access) || isExcepted(excepts, known, bases)) continue;
      if (!isBare && group.samples.some((sample) => name(sample.toLowerCase())) && !bases.isOpen(group))
        return { decision: 'deny', group, access, about: shown };
      if (isBare && group.forbids.includes('read') && (folders.length > 0 || guessed) && !bases.isOpen(group))
        return { decision: 'ask', group, access, about: shown };
    }
    return null;
  }

  #doubts(
    doubts: readonly string[],
    readings: readonly ShellReading[],
    { toolName }: GivenCall,
  ): readonly FileVerdict[] {
    const [first] = doubts;
    if (first === undefined || canonicalTool(toolName) === 'Grep' || readings.length === 0) return [];
    const hasInput = readings.some(({ text }) => /[|<]/.test(text));
    const usual = new Set(usualPrograms(readings));
    const about = doubts.find((doubt) => !isUsual(doubt, hasInput) && !usual.has(doubt));
    return about === undefined ? [] : [{ decision: 'ask', group: null, access: 'read', about }];
  }

  /** `cp .env.example .env`: a file that is not there yet begins as its harmless example. */
  #isStarted({ access, command }: CallUse, path: string, group: FileGroup, bases: CallBases): boolean {
    if (access !== 'write' || command?.name !== 'cp' || existsSync(path)) return false;
    const own = this.#groups.find((one) => one.group === group);
    const [source] = command.words.filter(({ value }) => value?.startsWith('-') !== true);
    return (
      own !== undefined &&
      isExcepted(own.excepts, resolve(bases.cwd, source?.value ?? '').toLowerCase(), bases)
    );
  }

  /** Whether a file must not be read at all. */
  #secret(path: string, bases: CallBases): boolean {
    return this.#groupOf([path.toLowerCase()], 'read', bases) !== null;
  }

  #groupOf(paths: readonly string[], access: Access, bases: CallBases): FileGroup | null {
    for (const { group, tests, excepts } of this.#groups) {
      if (!group.forbids.includes(access)) continue;
      for (const path of paths.map((one) => one.toLowerCase()))
        if (
          tests.some((test) => test(path, bases)) &&
          !isExcepted(excepts, path, bases) &&
          !bases.isOpen(group)
        )
          return group;
    }
    return null;
  }
}

/** `cp go.sum /tmp/`: what may be read may lie in a temporary folder too, outside the project. */
function isCopy(path: string, group: FileGroup, { root, cwd }: Bases): boolean {
  if (group.forbids.includes('read')) return false;
  return spellings(path).every(
    (one) =>
      ['/tmp', '/var/tmp', '/private/tmp', tmpdir()].some((folder) => one.startsWith(`${folder}/`)) &&
      ![root, cwd].flatMap(spellings).some((own) => one.startsWith(own === '/' ? own : `${own}/`)),
  );
}

/** `git checkout -- yarn.lock`, `git restore --source=main go.sum`: what git has recorded. */
function isPutBack({ access, command }: CallUse, group: FileGroup): boolean {
  if (!group.fromGit || access !== 'write' || command?.name !== 'git') return false;
  return /^(?:checkout|restore)$/.test(subcommandOf(command)?.path[0] ?? '');
}

function isExcepted(excepts: readonly FileTest[], path: string, bases: Bases): boolean {
  return excepts.some((test) => test(path, bases));
}

/** The path as written, and where links lead. */
function spellings(path: string): readonly string[] {
  const real = realOf(path);
  return real === path ? [path] : [path, real];
}

function realOf(path: string): string {
  try {
    return resolveLinks(path);
  } catch (problem) {
    if (problem instanceof UnjudgeablePath) return join(dirname(path), basename(path));
    throw problem;
  }
}

/** What is elsewhere; of a word of a program that nobody knows, what stands behind the scheme. */
function isAddress(text: string, { guessed, byCommand }: CallUse): boolean {
  if (/^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(text)) return true;
  return guessed && byCommand && text.startsWith('//');
}

/** A shell that a person will type into, and the programs that a person has chosen. */
function isUsual(doubt: string, hasInput: boolean): boolean {
  if (/ what it reads from its input$/.test(doubt)) return !hasInput;
  return /: "?\$\{?(?:EDITOR|VISUAL|PAGER|SHELL|BROWSER)\}?"?$/.test(doubt);
}

/** Doubts that are only about programs in folders of tools: `$(npm bin)/eslint`. With code, they could read anything. */
function usualPrograms(readings: readonly ShellReading[]): readonly string[] {
  const named = readings.flatMap(({ text, doubts }) =>
    doubts.map(({ about, reason, span }) => ({
      reason,
      isPlain:
        about === 'command' &&
        reason.startsWith('a program') &&
        isPlainProgram(text.slice(span.start, span.end)) &&
        !/\bxargs\b/.test(text) &&
        !hasCode(text.slice(span.end)),
    })),
  );
  const open = new Set(named.flatMap(({ reason, isPlain }) => (isPlain ? [] : reason)));
  return named.flatMap(({ reason }) => (open.has(reason) ? [] : reason));
}

function hasCode(words: string): boolean {
  return !/^\s+-m\s/.test(words) && /\s-(?:[a-zA-Z]{0,3}[cepE]|-eval|-print)?(?:[\s='"]|$)/.test(words);
}

const writing =
  /^(?:-[a-zA-Z]*(?:[iwo]|i\..*)|--(?:write|fix|in-place|inplace|output|out|force|overwrite|save|update).*)$/;
const editors =
  /^(?:vi|vim|nvim|nano|emacs|ed|ex|micro|pico|code|subl|sponge|rename|mmv|install|crudini|augtool|dasel|git)$/;
const writingCode =
  /write|append|unlink|\brm|rename|remove|delete|truncate|copy|move|dump|replace|["'][wax]b?\+?["']|>/i;

/** Whether anything in a command says that it changes what it is given. */
function saysItWrites({ name, words, code }: NonNullable<CallUse['command']>): boolean {
  if (code.some(({ text }) => text.value === null || writingCode.test(text.value))) return true;
  return (
    editors.test(name) ||
    words.some((word) => (word.value === null ? !isPattern(word) : writing.test(word.value)))
  );
}

/** `.github/workflows/*.yml`: names of files, none of which is an option. */
function isPattern({ pieces }: ShellWord): boolean {
  const [first] = pieces;
  return (
    first?.kind === 'text' &&
    /^[^-]/.test(first.text) &&
    pieces.every(({ kind }) => kind === 'text' || kind === 'glob')
  );
}
