import { basename } from 'node:path';
import { lookUp } from '../../engine/values/look-up.ts';
import { mentions } from '../../permissions/code-mentions.ts';
import { readInPlace } from '../../permissions/uses/known-variables.ts';
import { alternatives, spelling } from '../../shell/queries.ts';
import type { ShellCommand, ShellWord } from '../../shell/reading.ts';
import { replacesProgram } from './global-packages.ts';
import { namesProgramFile } from './program-by-file.ts';

/**
 * What an agent may have hookline do: it changes nothing that guards the agent. Everything else is for a person, also what
 * this version does not know.
 */
export const agentsCommands: ReadonlySet<string> = new Set([
  'agents',
  'completion',
  'demo',
  'doctor',
  'explain',
  'fire',
  'guards',
  'help',
  'hook',
  'list',
  'points',
  'replay',
  'run',
  'schema',
  'status',
  'test',
  'trace',
  'undo',
  'validate',
  'why',
]);

const hookline = { name: 'hookline', isWhole: true } as const;

/** hookline by its name, by its name and version, or by its file. */
const ownName = /^hookline(?:@.*)?$/;

/** What hookline does for a person alone, where another program may be meant. */
const ownVerbs: ReadonlySet<string> = new Set(['trust', 'uninstall', 'install', 'allow', 'revoke', 'daemon']);

/** The daemon by the words of its process. */
const daemonWords = /(?<![\w-])hookline(?![\w-])|daemon run|cli\/main/;

/** How deep text that shells read is followed. */
const maxDepth = 3;

/** A longer text is not looked through. */
const maxText = 64 * 1024;

/** hookline and what only a person may have it do, in words, in a list of texts or in a line. */
const personsText =
  /(?<![\w-])(?:hookline(?:@[\w.^~-]+)?|cli\/main\.js)['"`]?(?:[\s,'"`[\]]+--?\w[\w-]*)*[\s,'"`[\]-]+(?:trust|install|uninstall|init|import|allow|revoke|ui|daemon[\s,'"`]+(?:stop|start|run|worker))(?![\w-])/;

type Judge = (command: ShellCommand, words: readonly string[], cwd: string) => boolean;

/** Packagers run hookline, and take it away or put another in its place. */
const packager: Judge = (command, words, cwd) => {
  const own = words.filter((word) => ownName.test(word) || /^hookline-\d[\w.-]*$/.test(basename(word)));
  const removes = words.some((word) => /^(?:uninstall|remove|rm|un|unlink|r)$/.test(word));
  const replaces =
    words.some((word) => /^(?:-g|--global|global|--location=global|link)$/.test(word)) ||
    own.some((word) => word !== 'hookline');
  const adds = words.some((word) => /^(?:install|i|add|update|up|upgrade|link)$/.test(word));
  const isNoted = words[0] === 'pkg' && personsText.test(words.join(' '));
  if (isNoted || replacesProgram(command, words, cwd)) return true;
  return own.length > 0 && (removes || (replaces && adds) || personsText.test(words.join(' ')));
};

/** What these are given, they run. */
const runner: Judge = ({ input }, words) =>
  personsText.test(`${words.join(' ')} ${input ?? ''}`.slice(0, maxText));

/** Programs that only show what they are given. */
const showing = /^(?:[ef]?grep|rg|ag|cat|ls|wc|head|tail|echo|less|sort|uniq|diff|stat|file)$/;

/** `xargs grep 'hookline trust'` runs nothing of that. */
const wordRunner: Judge = (command, words, cwd) => {
  const program = words.find((word, at) => !word.startsWith('-') && !/^-[a-zA-Z]$/.test(words[at - 1] ?? ''));
  return !showing.test(program ?? '') && runner(command, words, cwd);
};

/** `node …/cli/main.js trust`, and code that loads the same file. */
const interpreter: Judge = (command, words, cwd) => {
  const { words: given, code } = command;
  const isLoaded = code.some(
    ({ text: { value } }) =>
      /import|require/.test(value ?? '') &&
      /cli\/main|hookline\/dist/.test(value ?? '') &&
      /\b(?:trust|uninstall|allow|revoke|daemon)\b/.test([value, ...words].join(' ').slice(0, maxText)),
  );
  if (isLoaded) return true;
  const at = words.findIndex(
    (word) => !word.startsWith('-') && !/^-[rCe]$|^--(?:import|require)$/.test(word),
  );
  return words.some((word, index) => {
    if (/^npm:hookline(?:@.*)?$/.test(word)) return isPersonsVerb(given.slice(index + 1));
    const file = given[index];
    return (
      file !== undefined && index <= at + 3 && isPersonsByFile(file, given.slice(index + 1), command, cwd)
    );
  });
};

/** The program by its file. Where it may be another's, only what hookline alone does counts. */
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

const killer: Judge = (_, words) => words.some((word) => daemonWords.test(word));

/** An agent that is started without the hooks of this one. */
const agent: Judge = ({ assignments }, words) =>
  words.some((word) => /disableAllHooks|^--(?:setting-sources|bare$|safe-mode$)/.test(word)) ||
  assignments.some(({ name }) =>
    /^(?:HOME|CLAUDE_CONFIG_DIR|CLAUDE_CODE_SIMPLE|XDG_(?:CONFIG|DATA|STATE)_HOME)$/.test(name),
  );

function isSocket(word: string): boolean {
  return word.includes('hookline') && word.includes('.sock') && !/^https?:/.test(word);
}

/** The socket by which the daemon is told to stop. */
const connector: Judge = (_, words) => words.some((word) => isSocket(word));

const programs: Readonly<Record<string, Judge>> = {
  npm: packager,
  pnpm: packager,
  yarn: packager,
  bun: packager,
  corepack: packager,
  node: interpreter,
  nodejs: interpreter,
  deno: interpreter,
  tsx: interpreter,
  claude: agent,
  xargs: wordRunner,
  parallel: wordRunner,
  tmux: runner,
  screen: runner,
  expect: runner,
  at: runner,
  batch: runner,
  crontab: runner,
  kill: killer,
  pkill: killer,
  killall: killer,
  curl: connector,
  nc: connector,
  ncat: connector,
  socat: connector,
};

const shells = /^(?:ba|da|k|z|a|fi)?sh$/;

/** The command of a line that only a person may give; null when there is none that can be seen. */
export function personsCommandIn(line: string, cwd: string = process.cwd(), depth = maxDepth): string | null {
  const { commands } = readInPlace(line, cwd);
  for (const command of commands) {
    const words = command.words.map(spelling);
    if (isPersons(command, words, cwd) || endsDaemon(command, commands) || isLinked(command, commands, cwd))
      return [command.name, ...words].join(' ');
    // A shell that is given no file takes its commands from its input.
    const { input } = command;
    const inner =
      depth > 0 && input !== null && shells.test(command.name)
        ? personsCommandIn(input, cwd, depth - 1)
        : null;
    if (inner !== null) return inner;
  }
  return null;
}

/** `ps | grep hookline | xargs kill`: what is ended is looked for in the same line. */
function endsDaemon({ name, words, via }: ShellCommand, commands: readonly ShellCommand[]): boolean {
  const isOpen = via.some((one) => one.name === 'xargs') || words.some(({ value }) => value === null);
  if (name !== 'kill' || !isOpen) return false;
  return commands.some(
    (other) =>
      /^(?:pgrep|grep|awk|lsof|fuser|pidof|rg)$/.test(other.name) &&
      other.words.map(spelling).some((word) => daemonWords.test(word) || isSocket(word)),
  );
}

/** `ln -s …/cli/main.js x && node x trust`: the program under a name that the line gives it. */
function isLinked(command: ShellCommand, commands: readonly ShellCommand[], cwd: string): boolean {
  const given = [...(command.program === null ? [] : [command.program]), ...command.words];
  const names = commands
    .filter(({ name }) => /^(?:ln|cp|mv|install)$/.test(name))
    .filter((other) => other !== command)
    .filter((other) => other.words.slice(0, -1).some((word) => namesProgramFile(word, other, cwd) !== 'no'))
    .map(({ words }) => basename(words.at(-1)?.value ?? ''));
  return given.some(
    (word, at) =>
      names.includes(basename(word.value ?? '')) &&
      word.value !== '' &&
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
    (one) =>
      mentions(one, hookline, words) &&
      personsText.test([one.text.value, ...words].join(' ').slice(0, maxText)),
  );
  return isCode || lookUp(programs, name)?.(command, words, cwd) === true;
}

/** With these options, commands that are a person's only look. */
const lookingOptions: Readonly<Record<string, RegExp>> = {
  trust: /^--(?:list|json)$/,
  allow: /^--list$/,
  install: /^--dry-run$/,
  uninstall: /^--dry-run$/,
};
const doing = /^(?:--yes|-y|--remove)$/;

/** Whether words are all known, and ask for help or a list. */
function onlyLooks(verb: string, words: readonly ShellWord[]): boolean {
  const values = words.map(({ value }) => value ?? '--yes');
  if (values.some((value) => doing.test(value))) return false;
  const form = lookUp(lookingOptions, verb);
  return values.some((value) => value === '--help' || value === '-h' || form?.test(value) === true);
}

/** Whether hookline is told, or may be told, what only a person may tell it. */
function isPersonsVerb(words: readonly ShellWord[]): boolean {
  const [verb, action] = words.filter((word) => !spelling(word).startsWith('-'));
  if (verb === undefined) return false;
  return alternatives(verb).some(({ value }) => {
    if (value !== null && onlyLooks(value, words)) return false;
    if (value === 'daemon') return action !== undefined && !isLooking(action);
    return value === null || !agentsCommands.has(value);
  });
}

function isLooking(action: ShellWord): boolean {
  return alternatives(action).every(({ value }) => value === 'status' || value === 'logs');
}
