import { existsSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { UnjudgeablePath } from '../../../files/follow-links.ts';
import { globNames, globStart } from '../../../files/glob-names.ts';
import { treeFacts } from '../../../files/tree-facts.ts';
import { isPatchProgram, patchesOf } from '../../../permissions/uses/patch-files.ts';
import type { PathUse } from '../../../permissions/uses/path-use.ts';
import { programs } from '../../../permissions/uses/shell/programs.ts';
import { alternatives, globOf } from '../../../shell/queries.ts';
import { readShell } from '../../../shell/read-shell.ts';
import type { ShellCommand, ShellReading, ShellWord } from '../../../shell/reading.ts';
import { builtinChecks } from './builtins.ts';
import { foldersFrom, JudgedCommand, type LineFindings, type ShellOptions } from './call.ts';
import { copiers } from './copies.ts';
import { judgeInterpreter } from './interpreters.ts';
import { judgeFind, judgeKnownProgram } from './known-program.ts';
import { LineOutputs, printedPath } from './outputs.ts';
import { containerPrograms, interpreters, opaque, shells, systemFolders } from './table.ts';
import { judgeUnknownProgram } from './unknown-program.ts';
import { isDecisive, refuseDecisive } from './variables.ts';
import { shown, wordFor } from './words.ts';
import { judgeShell, judgeWrapper, wrapperNames } from './wrappers.ts';

const maxLength = 100_000;

/** Everything that a command line would do to paths. Throws where that cannot be told. */
export function pathsInCommand(line: string, folder: string, options: ShellOptions): readonly PathUse[] {
  if (line.length > maxLength) throw new UnjudgeablePath('a command that is too long to be judged');
  const reading = readShell(line, {
    sourcedStays: true,
    outputOf: (words, place) => {
      const [from, ...others] = foldersFrom(place, folder);
      return typeof from === 'string' && others.length === 0 ? printedPath(words, from) : null;
    },
    namesOf: (pattern, place) => {
      const [from, ...others] = foldersFrom(place, folder);
      return typeof from === 'string' && others.length === 0 ? matchedFolders(pattern, from) : null;
    },
  });
  const [doubt] = reading.doubts;
  if (doubt !== undefined) throw new UnjudgeablePath(doubt.reason);
  const [value] = reading.evaluated;
  if (value !== undefined)
    throw new UnjudgeablePath(`an expression with ${shown(value)}, which may be more than a number`);
  return new LineJudge(reading, folder, options).uses();
}

const maxFolders = 12;

function matchedFolders(pattern: string, folder: string): readonly string[] | null {
  if (pattern.includes('**')) return null;
  const names = globNames(pattern, folder).filter(
    (name) => name !== pattern && isFolder(resolve(folder, name)),
  );
  return names.length > maxFolders ? null : names;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

class LineJudge {
  readonly #reading: ShellReading;
  readonly #start: string;
  readonly #options: ShellOptions;
  readonly #outputs: LineOutputs;
  readonly #findings: LineFindings = {
    uses: [],
    moved: [],
    optionName: null,
    oddName: null,
    takesApart: false,
  };
  /** Everywhere that a command of the line may have been by now. */
  readonly #visited = new Set<string | null>();

  constructor(reading: ShellReading, start: string, options: ShellOptions) {
    this.#reading = reading;
    this.#start = start;
    this.#options = options;
    this.#outputs = new LineOutputs(reading);
  }

  uses(): readonly PathUse[] {
    for (const command of this.#reading.commands) this.#command(command);
    this.#checkWhole();
    return this.#findings.uses;
  }

  /** What only the whole line shows: one command may prepare what another then meets. */
  #checkWhole(): void {
    const { moved, optionName, oddName, takesApart } = this.#findings;
    const { commands } = this.#reading;
    const [only] = commands;
    const isAlone = commands.length < 2 && only?.inside.every(({ kind }) => kind !== 'loop') !== false;
    if (isAlone) return;
    if (optionName !== null)
      throw new UnjudgeablePath(`${optionName}, a name that another command may take for an option`);
    if (oddName !== null && takesApart)
      throw new UnjudgeablePath(`${oddName}, a name that another command may take apart`);
    for (const path of moved) {
      const { links, hasOptionName, isComplete } = treeFacts(path);
      if (links.length > 0)
        throw new UnjudgeablePath(`a link that is moved or copied: ${links[0]}; do that alone`);
      if (hasOptionName || !isComplete)
        throw new UnjudgeablePath(
          `what is in ${path}, moved or copied along with other commands; do that alone`,
        );
    }
  }

  #command(command: ShellCommand): void {
    const { kind, assignments, inside, via } = command;
    for (const own of inside)
      if (own.kind === 'loop' && own.variable !== null && isDecisive(own.variable))
        throw new UnjudgeablePath(`a loop that changes ${own.variable}`);
    for (const assignment of assignments) refuseDecisive(assignment, command.name);
    // What runs in a container has other files; the words that lead to it are judged with the program that does.
    if (via.some(({ name, wraps }) => wraps === 'place' && containerPrograms.has(name))) return;
    const call = new JudgedCommand(command, programName(command), {
      options: this.#options,
      findings: this.#findings,
      folders: this.#folders(command),
      outputs: this.#outputs,
    });
    judgeRedirections(call);
    if (command.words.some(takesApart)) this.#findings.takesApart = true;
    if (kind === 'function') refuseKnownName(command.name);
    else if (kind !== 'syntax' || command.name === '[[') judgeProgram(call);
  }

  #folders({ folders }: ShellCommand): readonly (string | null)[] {
    const own = folders.flatMap((folder) => foldersFrom(folder, this.#start));
    for (const folder of own) this.#visited.add(folder);
    return this.#endsAtFailure() ? [...this.#visited] : own;
  }

  /** With `set -e`, whether a `cd` that fails ends the line depends on where it stands: then all places count. */
  #endsAtFailure(): boolean {
    return this.#reading.commands.some(
      ({ name, words }) =>
        name === 'set' && words.some(({ value }) => /^-\w*e|^errexit$/.test(value ?? '-e')),
    );
  }
}

/** Whether names that were found are taken apart where a word is not quoted. */
function takesApart(word: ShellWord): boolean {
  return alternatives(word).some(
    ({ splits, pieces }) => splits && pieces.some((piece) => piece.kind === 'glob' && piece.isMatch),
  );
}

/** The name that a program is known by. One with a path is known only where the system keeps its own. */
function programName({ kind, name, program }: ShellCommand): string {
  if (program === null || kind === 'syntax') return name;
  const [piece, ...others] = program.pieces;
  const isLookup =
    program.value === null && others.length === 0 && piece?.kind === 'unknown' && piece.from === 'output';
  if (isLookup) return name;
  if (program.value === null) throw new UnjudgeablePath('a program that is only known at run time');
  const isSystems =
    program.value.includes('/') && systemFolders.has(dirname(program.value)) && existsSync(program.value);
  return isSystems ? basename(program.value) : program.value;
}

/** Redirections to files. `>&2` and `<&-` name descriptors. */
function judgeRedirections(call: JudgedCommand): void {
  for (const { operator, descriptor, target } of call.command.redirections) {
    if (typeof descriptor === 'string') throw new UnjudgeablePath('a redirection that sets a variable');
    if (target === null || operator.startsWith('<<')) continue;
    if (operator.endsWith('&') && /^(?:\d+-?|-)$/.test(target.value ?? '')) continue;
    if (operator !== '<') call.add('write', [target], { shows: !/>>/.test(operator) });
    if (operator === '<' || operator === '<>') call.add('read', [target]);
  }
}

/** A function under the name of a program could be what is taken for the program here. */
function refuseKnownName(name: string): void {
  const isKnown =
    builtinChecks.has(name) ||
    programs.has(name) ||
    copiers.has(name) ||
    wrapperNames.includes(name) ||
    shells.has(name) ||
    interpreters.test(name) ||
    opaque.has(name) ||
    isPatchProgram(name) ||
    /^(?:cd|pushd|popd|find|git|source|\.)$/.test(name);
  if (isKnown) throw new UnjudgeablePath(`a function that is called ${name}`);
}

function judgeProgram(call: JudgedCommand): void {
  const { name, words } = call;
  const check = builtinChecks.get(name);
  const copier = copiers.get(name);
  if (opaque.has(name)) throw new UnjudgeablePath(`${name}, which can run anything`);
  if (/^(?:cd|pushd|popd)$/.test(name)) refuseFolderOptions(call);
  else if (check !== undefined) {
    call.add('read', check(words, name));
    addListed(call);
  } else if (judgeWrapper(call)) return;
  else if (shells.has(name)) judgeShell(call);
  else if (interpreters.test(name)) judgeInterpreter(call);
  else if (judgeKnownProgram(call)) return;
  else if (name === 'find') judgeFind(call);
  else if (isPatchProgram(name)) judgePatch(call);
  else if (copier !== undefined) copier(call);
  else judgeUnknownProgram(call);
}

/** The files that a patch names, from wherever it may be applied. */
function judgePatch(call: JudgedCommand): void {
  const files = patchesOf(call.command, call.folders, false);
  if (files === null) throw new UnjudgeablePath('a patch that cannot be read whole');
  for (const { access, path } of files) call.add(access, [wordFor(path)], { shows: access === 'write' });
}

/** Where a `cd` leads is known by the reading; with options, it may lead elsewhere. */
function refuseFolderOptions({ name, words }: JudgedCommand): void {
  const [first, ...others] = words.filter(({ value }) => value !== '--');
  if (others.length > 0 || /^[-+]./.test(first?.value ?? ''))
    throw new UnjudgeablePath(`${name} with options, or to several places`);
}

/** Patterns in words that are only printed show names: not those of a folder that may not be read. */
function addListed(call: JudgedCommand): void {
  for (const word of call.words.flatMap((own): readonly ShellWord[] => alternatives(own))) {
    const start = globStart(globOf(word) ?? '');
    if (start !== '') call.add('read', [wordFor(start)]);
  }
}
