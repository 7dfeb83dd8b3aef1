import { resolve } from 'node:path';
import { canonicalTool } from '../../engine/points/tool-names.ts';
import { firstBelow } from '../../files/first-below.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import type { CommandRule } from '../../permissions/command-rule.ts';
import { harmlessVariables, oddArgument } from '../../permissions/covered-line.ts';
import {
  type Action,
  type CallActions,
  type FoundPlace,
  type GivenCall,
  isPathAction,
  type PathAction,
} from '../../shell/actions/action.ts';
import { actionsOf } from '../../shell/actions/actions-of.ts';
import { type PathText, wholeText } from '../../shell/actions/path-text.ts';
import { reachOf } from '../../shell/actions/reach.ts';
import { mayRun } from '../../shell/code/read-code.ts';
import { isLoadingVariable, mayNameCommand } from '../../shell/programs/variables.ts';
import { givenWords } from '../../shell/read/options.ts';
import { alternatives, subcommandOf } from '../../shell/read/queries.ts';
import type { ShellCommand, ShellReading, ShellWord } from '../../shell/read/reading.ts';
import { readFd } from '../../shell/read/runs/wrapping/adding.ts';
import { commandStart } from '../../shell/read/runs/wrapping/command-start.ts';
import { gitHas, gitProblem } from './git-settings.ts';
import { gitOnlyShows, onlyTellsVersion, type SafeProgram, safeProgram, wordText } from './programs.ts';

export const safeLevels = ['read', 'edit', 'build'] as const;
export type SafeLevel = (typeof safeLevels)[number];

export interface ProofSetting {
  readonly level: SafeLevel;
  /** The project, and the other folders that may be read. */
  readonly folders: readonly string[];
  readonly commands: readonly CommandRule[];
}

export class Unproven extends Error {}

const readers: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LS']);
const editors: ReadonlySet<string> = new Set(
  'Edit Write MultiEdit NotebookEdit apply_patch str_replace_editor'.split(' '),
);
/** Throws `Unproven` where anything about the call is unknown, or more than the level covers. */
export function prove(call: GivenCall, setting: ProofSetting): void {
  const tool = canonicalTool(call.toolName);
  const does = actionsOf(call);
  const place = { call, setting, does };
  const [doubt] = does.doubts;
  if (doubt !== undefined && !does.readings.some((reading) => covers(doubt.command, reading, place)))
    fail(doubt.reason);
  if (tool === 'Bash') {
    proveLine(place);
    return;
  }
  const isKnown = readers.has(tool) || (editors.has(tool) && setting.level !== 'read');
  if (!isKnown) fail(`the level "${setting.level}" does not cover ${call.toolName}`);
  if (does.actions.length === 0 || does.readings.length > 0) fail(`${call.toolName} without a path`);
  for (const action of does.actions) proveAction(action, place);
}

interface Place {
  readonly call: GivenCall;
  readonly setting: ProofSetting;
  readonly does: CallActions;
}

function fail(why: string): never {
  throw new Unproven(why);
}

function proveLine(place: Place): void {
  const { call, does } = place;
  const other = oddArgument(call.input);
  if (other !== null) fail(`the argument ${other}`);
  const [reading, ...others] = does.readings;
  if (reading === undefined || others.length > 0 || reading.commands.length === 0) fail('no single line');
  if (reading.evaluated.length > 0) fail(`${reading.evaluated[0]} is evaluated`);
  const [doubt] = reading.doubts;
  if (doubt !== undefined) fail(doubt.reason);
  const known = new Set(reading.commands);
  const covered = new Set(reading.commands.filter((command) => covers(command, reading, place)));
  for (const command of reading.commands) proveCommand(command, reading, place, covered.has(command));
  for (const action of does.actions) {
    const { command } = action;
    if (command !== null && !known.has(command)) fail('code that runs commands');
    const isRedirected =
      isPathAction(action) && command?.redirections.some(({ target }) => target === action.word) === true;
    if (command === null || !covered.has(command) || isRedirected) proveAction(action, place);
  }
}

/** A named script may do anything. */
function covers(command: ShellCommand | null, reading: ShellReading, { setting }: Place): boolean {
  return (
    setting.level === 'build' &&
    command !== null &&
    reading.commands.includes(command) &&
    reading.commands.some(
      (one) =>
        (one === command || isRunBy(command, one)) &&
        one.kind === 'program' &&
        one.via.every(({ wraps }) => wraps === 'plain') &&
        setting.commands.some((rule) => rule.covers(one)),
    )
  );
}

/** `vitest` in `npx vitest`. */
function isRunBy({ via, span }: ShellCommand, { name, span: outer }: ShellCommand): boolean {
  return via.at(-1)?.name === name && span.start >= outer.start && span.end <= outer.end;
}

function proveCommand(command: ShellCommand, reading: ShellReading, place: Place, isCovered: boolean): void {
  const { kind, name, assignments, inside, words, program } = command;
  const text = reading.text.slice(command.span.start, command.span.end).slice(0, 80);
  for (const { name: variable, index } of assignments)
    if (index !== null || !isSettable(variable, command)) fail(`it sets ${variable}`);
  for (const one of inside)
    if (one.kind === 'loop' && one.variable !== null && !isFree(one.variable))
      fail(`it sets ${one.variable}`);
  if (inside.some((one) => one.kind === 'trap' || one.kind === 'coproc')) fail('a trap');
  if (kind === 'function' && inside.some((one) => one.kind === 'function'))
    fail('a function that may not end');
  for (const word of words)
    for (const { pieces } of alternatives(word))
      for (const piece of pieces)
        if (piece.kind === 'unknown' && piece.from === 'variable' && !isShown(piece.name, reading))
          fail(`${piece.source} may be a secret`);
  if (kind === 'syntax' || kind === 'function' || isCovered) return;
  if (kind === 'unknown' || program?.value == null) fail(`only run time knows what "${text}" runs`);
  // Another folder may have a program of that name.
  if (program.value.includes('/') && !/^\/(?:usr\/)?bin\/\w+$/.test(program.value))
    fail(`${program.value} is not a known program`);
  if (onlyTellsVersion(name, words)) return;
  if (/^(?:ba|z|da)?sh$/.test(name) && isLine(command)) return;
  const safe = safeProgram(name);
  if (name === 'git') proveGit(command, text, place);
  else if (safe === undefined) fail(`"${name}" is not a program that only reads`);
  else proveWords(command, safe, place, text);
}

function isSettable(variable: string, { kind, name }: ShellCommand): boolean {
  if (kind === 'syntax') return isFree(variable);
  return harmlessVariables.test(variable) || (variable === 'IFS' && name === 'read');
}

/** `bash -lc 'ls'`: what it runs is among the commands. With words put in, it would be another line. */
function isLine({ words: [option, code, ...others], via }: ShellCommand): boolean {
  return (
    /^-l?c$/.test(option?.value ?? '') &&
    code !== undefined &&
    code.value !== null &&
    others.length === 0 &&
    via.every(({ wraps }) => wraps === 'plain' || wraps === 'shell')
  );
}

function proveWords(command: ShellCommand, safe: SafeProgram, { does }: Place, text: string): void {
  const { card, code, name } = command;
  const { refused, kind } = safe;
  const words = ownWords(command);
  const all = words.flatMap(alternatives);
  const options = card === null ? null : givenWords(card.table, words);
  if (kind === 'text') {
    const isOption = (word: ShellWord): boolean =>
      refused.includes(word.value ?? '') || (refused.length > 0 && word.splits);
    if (all.some(isOption) || (name === 'printf' && words[0]?.value === null && wordText(words[0]) === null))
      fail(text);
    return;
  }
  if (options === null) fail(`"${name}" is not described`);
  for (const word of all) {
    const named = does.actions.filter(
      (action) => isPathAction(action) && action.command === command && action.word === word,
    );
    const isFound = named.length > 0 && kind === 'plain';
    const isGlob =
      word.value === null && word.pieces.every(({ kind: piece }) => piece === 'glob' || piece === 'text');
    // A name may look like an option.
    const isPlain =
      isGlob &&
      named.every((action) => isPathAction(action) && wholeText(action.path)?.startsWith('-') === false);
    if (wordText(word) === null && !isFound && !isPlain) fail(`only run time knows a word of "${text}"`);
    if (safe.words !== null && !safe.words.test(word.value ?? '')) fail(`"${word.source}" of ${name}`);
  }
  if (name === 'read' && words.some(({ value }) => value !== '-r' && !isFree(value ?? ''))) fail(text);
  if (safe.words !== null) return;
  const given = [...options.flags].find((option) => refused.includes(option));
  if (given !== undefined) fail(`${given} of ${name}`);
  if (options.unknown.length > 0) fail(`${options.unknown[0]} of ${name}`);
  if (options.values.some(({ role }) => role === 'shell' || role === 'script' || role === 'command'))
    fail(text);
  for (const one of code)
    if (
      one.text.value === null ||
      mayRun(one) ||
      /\benv\b|\$ENV|ENVIRON|\b(?:import|include)\b/.test(one.text.value)
    )
      fail(`the code of ${name}`);
}

/** Without the words of the commands that it runs. */
function ownWords({ name, card, words, wraps }: ShellCommand): readonly ShellWord[] {
  if (/^fd(?:find)?$/.test(name)) return readFd(words).own;
  if (card !== null && wraps !== null && name !== 'find') {
    const { starts, isSure } = commandStart(card, words);
    if (!isSure || starts.length > 1) fail(`only run time knows what ${name} runs`);
    return words.slice(0, starts[0] ?? words.length);
  }
  let isInner = false;
  return words.filter(({ value }) => {
    const wasInner = isInner;
    if (name === 'find' && /^-exec(?:dir)?$/.test(value ?? '')) isInner = true;
    else if (value === ';' || value === '+') isInner = false;
    return !wasInner;
  });
}

function proveGit(command: ShellCommand, text: string, place: Place): void {
  const subcommand = subcommandOf(command);
  const [verb] = subcommand?.path ?? [];
  if (subcommand == null || verb === undefined || !subcommand.isSure) fail(text);
  const isKnown = (name: string, value: ShellWord | null): boolean =>
    /^(?:--no-pager|-P|--no-optional-locks|--literal-pathspecs|-C)$/.test(name) ||
    (name === '-c' && /^(?:color\.|core\.quotepath=|column\.)[\w.=]*$/i.test(value?.value ?? ''));
  const places = new Set(subcommand.words);
  const options = subcommand.options.filter(({ value }) => value === null || !places.has(value));
  if (!options.every(({ name, value }) => isKnown(name, value))) fail(`an option of "${text}"`);
  if (!gitOnlyShows(verb, subcommand.words)) fail(`"${text}" may change something`);
  const inner = options.find(({ name }) => name === '-C')?.value?.value ?? '';
  for (const folder of command.folders) {
    if (folder === null) fail('only run time knows where git runs');
    const at = realOf(resolve(place.call.cwd, folder, inner));
    if (!place.setting.folders.some((one) => isWithin(at, one))) fail(`${at} is outside`);
    const problem = gitProblem(at);
    if (problem !== null) fail(problem);
  }
}

function proveAction(action: Action, place: Place): void {
  const { command } = action;
  if (isPathAction(action)) provePath(action, place);
  else if (action.kind === 'change' && command !== null && !tellsOnly(command)) fail('it changes something');
  else if (action.kind === 'fetch' || action.kind === 'send') fail('it uses the network');
}

function tellsOnly({ name, words }: ShellCommand): boolean {
  return name === 'git' || onlyTellsVersion(name, words);
}

const devices = /^\/dev\/(?:null|stdout|stderr|stdin)$/;

function provePath(action: PathAction, place: Place): void {
  const { kind, path, folders, among, below, command } = action;
  const whole = wholeText(path);
  if (whole !== null && devices.test(whole)) return;
  // A word of git may be a name of its own, or a path of the project.
  const isGuess =
    command?.name === 'git' && !command.redirections.some(({ target }) => target === action.word);
  if (!action.isSure && !isGuess) fail(`${whole ?? 'a word'} may be a path`);
  if (whole?.endsWith('.git/config') === true) fail(`${whole} may hold a secret`);
  const follows = command?.card?.follows;
  if (below !== null && follows !== undefined && command !== null) {
    const { flags } = givenWords(command.card?.table ?? fail('no card'), command.words);
    if (follows.length === 0 || follows.some((option) => flags.has(option))) fail('it follows links');
  }
  for (const folder of folders) {
    if (among !== undefined && isRead(kind)) for (const one of among) proveFound(one, folder, place);
    else {
      const real = inside(path, folder, place);
      if (isRead(kind) || isGuess) continue;
      if (kind !== 'write' || place.setting.level === 'read' || below !== null || !gitHas(real))
        fail(`${kind} ${whole ?? ''}`);
    }
  }
}

function isRead(kind: PathAction['kind']): boolean {
  return kind === 'read' || kind === 'list';
}

function inside(path: PathText, folder: string | null, { setting }: Place): string {
  const text = wholeText(path);
  if (text === null) fail('only run time knows a path');
  if (folder === null && !/^[/~]/.test(text)) fail(`only run time knows where ${text} is`);
  const real = realOf(text, folder ?? '/');
  if (!setting.folders.some((one) => isWithin(real, one))) fail(`${text} is outside the project`);
  return real;
}

function realOf(text: string, folder = '/'): string {
  try {
    return realPath(text, folder);
  } catch (problem) {
    if (problem instanceof UnjudgeablePath) fail(problem.message);
    throw problem;
  }
}

const maxFiles = 20_000;

/** A found name may be a link that leads elsewhere, or be split at blanks. */
function proveFound({ path, below, splits }: FoundPlace, folder: string | null, place: Place): void {
  const start = inside(path, folder, place);
  const reaches = reachOf(below ?? {}, start);
  const found = firstBelow(
    start,
    (one, entry) => {
      if (!reaches(one)) return false;
      if (splits && /[\s'"\\*?[]/.test(entry.name)) return true;
      if (!entry.isSymbolicLink()) return false;
      const real = realOf(one);
      return !place.setting.folders.some((own) => isWithin(real, own));
    },
    { budget: { entries: maxFiles, endMs: performance.now() + 500 }, skips: new Set(['.git']) },
  );
  if (found !== null)
    fail(found === 'too-many' ? `${start} has too many files` : `${found} may lead elsewhere`);
}

const shellNames =
  /^(?:PATH|IFS|CDPATH|FPATH|GLOBIGNORE|SHELLOPTS|BASHOPTS|POSIXLY_CORRECT|OPT(?:IND|ARG|ERR)|HIST\w*|BASH\w*|ZSH\w*|ENV|HOME|PWD|LANG\w*|LC_\w*|(?:GIT|LD|DYLD|NODE|NPM|PYTHON|RIPGREP|GREP|LESS|TAR|RUST|CARGO|JAVA|PERL|RUBY|XDG)_?\w*|(?:c?d|f|man|module_|mail)?path|fignore|psvar|prompt\d?|argv|status|pipestatus|signals|\w+_proxy)$/;

/** A variable that no program and no shell reads. */
function isFree(name: string): boolean {
  return (
    /^[A-Za-z_]\w*$/.test(name) &&
    !shellNames.test(name) &&
    process.env[name] === undefined &&
    !mayNameCommand(name) &&
    !isLoadingVariable(name, null)
  );
}

const told =
  /^(?:[\d?#*@!$-]|HOME|PWD|OLDPWD|USER|SHELL|PATH|LANG|TERM|TMPDIR|RANDOM|SECONDS|LINENO|BASH_VERSION|PIPESTATUS|pipestatus|status)$/;

/** It can't hold a secret. */
function isShown(name: string, { commands }: ShellReading): boolean {
  return (
    told.test(name) ||
    commands.some(
      (command) =>
        command.assignments.some((one) => one.name === name) ||
        command.inside.some((one) => one.kind === 'loop' && one.variable === name) ||
        (command.name === 'read' && command.words.some(({ value }) => value === name)),
    )
  );
}
