import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { lookUp } from '../../engine/values/look-up.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { words } from '../../engine/values/text.ts';
import { absolutePath } from '../../files/real-path.ts';
import { type Action, type CallActions, pathActions } from '../../shell/actions/action.ts';
import { wholeText } from '../../shell/actions/path-text.ts';
import { mayRun } from '../../shell/code/read-code.ts';
import { alternatives, isInside, spelling } from '../../shell/read/queries.ts';
import type { ShellCommand, ShellWord } from '../../shell/read/reading.ts';
import { agentTable } from '../agents/agent-table.ts';
import { isProgramFile, namesProgramFile } from './program-files.ts';

const elsewhere = /^(?:file:|link:|portal:|\.{0,2}\/|~\/|\.{1,2}$)|^[^:]*\.(?:tgz|tar\.gz|tar)$/;
const fetched = /^(?:git[+:]|https?:|ssh:|github:|gitlab:|bitbucket:|gist:|[\w.-]+\/[\w.-]+(?:#|$))|\.git$/;
const maxBytes = 16 * 1024 * 1024;

/** A package with an unknown name counts. */
function replacesProgram({ card, folders }: ShellCommand, words: readonly string[], cwd: string): boolean {
  const { installs = [], updates = [], everywhere = [] } = card ?? {};
  const isGlobal = (word: string): boolean => everywhere.includes(word);
  const isAdding = (word: string): boolean => installs.includes(word) || updates.includes(word);
  if (!words.some(isGlobal) || !words.some(isAdding)) return false;
  const places = folders.map((folder) => (folder === null ? null : absolutePath(folder || '.', cwd)));
  const given = words.filter((word) => !word.startsWith('-') && !isGlobal(word) && !isAdding(word));
  const isOwnFolder = given.length === 0 && words.some((word) => installs.includes(word));
  const packages = isOwnFolder ? ['.'] : given;
  return packages.some((name) => {
    if (!elsewhere.test(name)) return fetched.test(name);
    const path = name.replace(/^(?:file|link|portal):(?:\/\/(?=\/))?/, '');
    return places.some((place) => place === null || mayBeOwn(absolutePath(path, place)));
  });
}

function mayBeOwn(path: string): boolean {
  const manifest = manifestOf(path);
  if (!isObject(manifest)) return true;
  const { name, bin } = manifest;
  const programs = isObject(bin) ? Object.keys(bin) : typeof bin === 'string' ? [basename(String(name))] : [];
  return [name, ...programs].some((one) => one === 'hookline' || one === 'node');
}

function manifestOf(path: string): unknown {
  try {
    if (!/\.(?:tgz|tar\.gz)$/.test(path)) return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const text = gunzipSync(readFileSync(path), { maxOutputLength: maxBytes }).toString('latin1');
    return { name: /"name"\s*:\s*"hookline"|"hookline"\s*:/.test(text) ? 'hookline' : '' };
  } catch {
    return null;
  }
}

/** Commands that leave the guards alone. All others, also unknown ones, are for a person. */
export const agentsCommands: ReadonlySet<string> = new Set(
  words(`
  agents completion demo doctor explain guards help history hook list points replay schema status
  trace undo validate why
`),
);

const ownName = /^hookline(?:@.*)?$/;

const ownVerbs: ReadonlySet<string> = new Set(['trust', 'uninstall', 'install', 'allow', 'revoke', 'daemon']);

/** With these options, a read-only command runs hooks of a file that the agent names. */
const runningOptions: Readonly<Record<string, RegExp>> = {
  explain: /^(?:-\w*c|--c(?:onfig|laude))/,
  guards: /^(?:-\w*c|--config)/,
  history: /^(?:-\w*c|--config)/,
  hook: /^(?:-\w*c|--c(?:onfig|laude))/,
  replay: /^(?:-\w*c|--c(?:onfig|laude))/,
  validate: /^--deep/,
};

const daemonWords = /(?<![\w-])hookline(?![\w-])|daemon run|cli\/main/;

const maxText = 64 * 1024;

const personsText =
  /(?<![\w-])(?:hookline(?:@[\w.^~-]+)?|cli\/main\.js)['"`]?(?:[\s,'"`[\]]+--?\w[\w-]*)*[\s,'"`[\]-]+(?:trust|install|uninstall|init|import|allow|revoke|ui|run|mcp|fire|test|validate[\s,'"`]+--deep|daemon[\s,'"`]+(?:stop|start|run|worker))(?![\w-])/;

type Judge = (command: ShellCommand, words: readonly string[], cwd: string) => boolean;

const packager: Judge = (command, words, cwd) => {
  const { installs = [], updates = [], uninstalls = [], everywhere = [] } = command.card ?? {};
  if (installs.length === 0) return false;
  const own = words.filter((word) => ownName.test(word) || /^hookline-\d[\w.-]*$/.test(basename(word)));
  const has = (wanted: readonly string[]): boolean => words.some((word) => wanted.includes(word));
  const replaces = has(everywhere) || own.some((word) => word !== 'hookline');
  const isNoted = words[0] === 'pkg' && personsText.test(words.join(' '));
  if (isNoted || replacesProgram(command, words, cwd)) return true;
  const changes = has(uninstalls) || (replaces && (has(installs) || has(updates)));
  return own.length > 0 && (changes || personsText.test(words.join(' ')));
};

const interpreter: Judge = (command, words, cwd) => {
  const { words: given, code, card } = command;
  if (card?.language !== 'javascript') return false;
  const isLoaded = code.some(
    ({ text: { value } }) =>
      /import|require/.test(value ?? '') &&
      /cli\/main|hookline\/dist/.test(value ?? '') &&
      /\b(?:trust|uninstall|allow|revoke|daemon|run|fire|test)\b/.test(
        [value, ...words].join(' ').slice(0, maxText),
      ),
  );
  if (isLoaded) return true;
  const valued = card.table.named('code', 'script');
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !valued.includes(words[index - 1] ?? ''),
  );
  return words.some((word, index) => {
    if (/^npm:hookline(?:@.*)?$/.test(word)) return isPersonsVerb(given.slice(index + 1));
    const file = given[index];
    return (
      file !== undefined && index <= at + 3 && isPersonsByFile(file, given.slice(index + 1), command, cwd)
    );
  });
};

/** If the program is unclear, only verbs that hookline alone has count. */
function isPersonsByFile(
  file: ShellWord,
  words: readonly ShellWord[],
  command: ShellCommand,
  cwd: string,
): boolean {
  const answer = namesProgramFile(file, command, cwd);
  if (answer === 'no' || !isPersonsVerb(words)) return false;
  const [verb] = words.filter((word) => !spelling(word).startsWith('-'));
  return answer === 'yes' || ownVerbs.has(verb?.value ?? '');
}

const killer: Judge = ({ card }, words) =>
  card?.changes === 'processes' && words.some((word) => daemonWords.test(word));

/** An agent that starts without its hooks, or with variables that lead it and hookline to other settings. */
function startsUnguarded(
  { name, program, words, assignments }: ShellCommand,
  set: readonly string[],
): boolean {
  if (program === null) return false;
  const text = spelling(program);
  const version = text.lastIndexOf('@');
  const started = [name, version > 0 ? text.slice(0, version) : text].filter((one) => one !== '');
  const variables = [...assignments.map((one) => one.name), ...set];
  return Object.values(agentTable).some(
    ({ process: { program: agent, package: ofNpm, unguarded } }) =>
      (started.includes(agent) || started.includes(ofNpm)) &&
      (words.some((word) => unguarded?.words.test(spelling(word)) === true) ||
        variables.some((one) => homes.test(one) || unguarded?.variables.test(one) === true)),
  );
}

/** Where agents and hookline look for their settings. */
const homes = /^(?:HOME|CODEX_HOME|XDG_(?:CONFIG|DATA|STATE)_HOME)$/;

/** The variables that the commands before set for those behind them: `export HOME=x`, `HOME=x`, `declare -n v=HOME`. */
function variablesSet(commands: readonly ShellCommand[]): readonly string[] {
  return commands.flatMap(({ kind, card, words, assignments, wraps }) => {
    if (kind === 'syntax' || wraps !== null) return assignments.map(({ name }) => name);
    const isPrinted = card?.runs === 'print' && words[0]?.value !== '-v';
    if (isPrinted || !declaring.includes(card?.runs ?? '')) return [];
    return words.flatMap((word) => spelling(word).split('=').slice(0, 2));
  });
}

const declaring: readonly string[] = ['declare', 'assign', 'input', 'print'];

function isSocket(word: string): boolean {
  return word.includes('hookline') && word.includes('.sock') && !/^https?:/.test(word);
}

const connector: Judge = ({ card }, words) =>
  card?.slots.some(({ role }) => role === 'host') === true && words.some((word) => isSocket(word));

const appender: Judge = ({ card, input }, words) =>
  card?.wraps === 'words' &&
  input !== null &&
  personsText.test(`${words.join(' ')} ${input}`.slice(0, maxText));

const judges: readonly Judge[] = [packager, interpreter, killer, connector, appender];

export function personsCommandIn({ actions, readings }: CallActions, cwd: string): string | null {
  const named = namesOfProgram(actions);
  const commands = readings.flatMap((reading) => reading.commands);
  const set = variablesSet(commands);
  const found = commands.find(
    (command) =>
      isPersons(command, command.words.map(spelling), cwd) ||
      startsUnguarded(command, set) ||
      endsDaemon(command, commands) ||
      isCalled(command, named),
  );
  return found === undefined ? null : [found.name, ...found.words.map(spelling)].join(' ');
}

function endsDaemon({ card, words, via }: ShellCommand, commands: readonly ShellCommand[]): boolean {
  const isOpen = via.some(({ wraps }) => wraps === 'words') || words.some(({ value }) => value === null);
  if (card?.changes !== 'processes' || !isOpen) return false;
  return commands.some(
    (other) =>
      (isInside(other, 'pipe') || isInside(other, 'substitution')) &&
      other.words.map(spelling).some((word) => daemonWords.test(word) || isSocket(word)),
  );
}

function namesOfProgram(actions: readonly Action[]): ReadonlySet<string> {
  const written = pathActions(actions).filter(
    ({ copied, folders }) => copied?.some((path) => isProgramFile(path, folders) !== 'no') === true,
  );
  return new Set(written.flatMap(({ path }) => basename(wholeText(path) ?? '') || []));
}

function isCalled({ program, words }: ShellCommand, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  const given = [...(program === null ? [] : [program]), ...words];
  return given.some(
    (word, at) =>
      names.has(basename(word.value ?? '')) &&
      ownVerbs.has(given[at + 1]?.value ?? '') &&
      isPersonsVerb(given.slice(at + 1)),
  );
}

function isPersons(command: ShellCommand, words: readonly string[], cwd: string): boolean {
  const { name, program, words: given, code } = command;
  if (ownName.test(name)) return isPersonsVerb(given);
  if (/^main(?:\.js)?$/.test(name) && program !== null && isPersonsByFile(program, given, command, cwd))
    return true;
  const isCode = code.some(
    (one) => mayRun(one) && personsText.test([one.text.value, ...words].join(' ').slice(0, maxText)),
  );
  return isCode || judges.some((judge) => judge(command, words, cwd));
}

const lookingOptions: Readonly<Record<string, RegExp>> = {
  trust: /^--(?:list|json)$/,
  allow: /^--list$/,
  install: /^--dry-run$/,
  uninstall: /^--dry-run$/,
};
const doing = /^(?:--yes|-y|--remove)$/;

function onlyLooks(verb: string, words: readonly ShellWord[]): boolean {
  const values = words.map(({ value }) => value ?? '--yes');
  if (values.some((value) => doing.test(value))) return false;
  const form = lookUp(lookingOptions, verb);
  return values.some((value) => value === '--help' || value === '-h' || form?.test(value) === true);
}

function isPersonsVerb(words: readonly ShellWord[]): boolean {
  const [verb, action] = words.filter((word) => !spelling(word).startsWith('-'));
  if (verb === undefined) return false;
  return alternatives(verb).some(({ value }) => {
    if (value !== null && onlyLooks(value, words)) return false;
    if (value === 'daemon') return action !== undefined && !isLooking(action);
    return value === null || !agentsCommands.has(value) || runsNamedHooks(value, words);
  });
}

function runsNamedHooks(verb: string, words: readonly ShellWord[]): boolean {
  const form = lookUp(runningOptions, verb);
  return form !== undefined && words.some((word) => word.value === null || form.test(word.value));
}

function isLooking(action: ShellWord): boolean {
  return alternatives(action).every(({ value }) => value === 'status' || value === 'logs');
}
