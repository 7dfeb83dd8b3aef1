import { lookUp } from '../engine/values/look-up.ts';
import { mentions } from '../permissions/code-mentions.ts';
import { alternatives, spelling } from '../shell/queries.ts';
import { readShell } from '../shell/read-shell.ts';
import type { ShellCommand, ShellWord } from '../shell/reading.ts';

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
const ownProgram = /^(?:hookline(?:@.*)?|main\.js)$/;
const ownFile = /(?:^|\/)cli\/main\.js$/;

/** How deep text that shells read is followed. */
const maxDepth = 3;

/** A longer text is not looked through. */
const maxText = 64 * 1024;

/** hookline and what only a person may have it do, in words, in a list of texts or in a line. */
const personsText =
  /(?<![\w-])(?:hookline(?:@[\w.^~-]+)?|cli\/main\.js)['"`]?(?:[\s,'"`[\]]+--?\w[\w-]*)*[\s,'"`[\]-]+(?:trust|install|uninstall|init|import|allow|revoke|ui|daemon[\s,'"`]+(?:stop|start|run|worker))(?![\w-])/;

type Judge = (command: ShellCommand, words: readonly string[]) => boolean;

/** Packagers run hookline, and take it away or put another in its place. */
const packager: Judge = (_, words) => {
  const isOwn = words.some((word) => /^hookline(?:@.*)?$/.test(word));
  const removes = words.some((word) => /^(?:uninstall|remove|rm|un|unlink|r)$/.test(word));
  const replaces = words.some((word) => /^(?:-g|--global|global|--location=global|link)$/.test(word));
  const adds = words.some((word) => /^(?:install|i|add|update|up|upgrade|link)$/.test(word));
  return isOwn && (removes || (replaces && adds) || personsText.test(words.join(' ')));
};

/** What these are given, they run. */
const runner: Judge = ({ input }, words) =>
  personsText.test(`${words.join(' ')} ${input ?? ''}`.slice(0, maxText));

/** `node …/cli/main.js trust`. */
const interpreter: Judge = (command, words) => {
  const at = words.findIndex((word) => ownFile.test(word) || /^npm:hookline(?:@.*)?$/.test(word));
  return at >= 0 && isPersonsVerb(command.words.slice(at + 1));
};

const killer: Judge = (_, words) => words.some((word) => word.includes('hookline'));

/** The socket by which the daemon is told to stop. */
const connector: Judge = (_, words) =>
  words.some((word) => word.includes('hookline') && word.includes('.sock'));

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
  xargs: runner,
  parallel: runner,
  tmux: runner,
  screen: runner,
  expect: runner,
  at: runner,
  batch: runner,
  crontab: runner,
  pkill: killer,
  killall: killer,
  curl: connector,
  nc: connector,
  ncat: connector,
  socat: connector,
};

const shells = /^(?:ba|da|k|z|a|fi)?sh$/;

/** The command of a line that only a person may give; null when there is none that can be seen. */
export function personsCommandIn(line: string, depth = maxDepth): string | null {
  for (const command of readShell(line).commands) {
    const words = command.words.map(spelling);
    if (isPersons(command, words)) return [command.name, ...words].join(' ');
    // A shell that is given no file takes its commands from its input.
    const { input } = command;
    const inner =
      depth > 0 && input !== null && shells.test(command.name) ? personsCommandIn(input, depth - 1) : null;
    if (inner !== null) return inner;
  }
  return null;
}

function isPersons(command: ShellCommand, words: readonly string[]): boolean {
  const { name, program, words: given, code } = command;
  if (ownProgram.test(name) && (name !== 'main.js' || ownFile.test(program?.value ?? '')))
    return isPersonsVerb(given);
  const isCode = code.some(
    (one) =>
      mentions(one, hookline, words) &&
      personsText.test([one.text.value, ...words].join(' ').slice(0, maxText)),
  );
  return isCode || lookUp(programs, name)?.(command, words) === true;
}

/** Whether hookline is told, or may be told, what only a person may tell it. */
function isPersonsVerb(words: readonly ShellWord[]): boolean {
  const [verb, action] = words.filter((word) => !spelling(word).startsWith('-'));
  if (verb === undefined) return false;
  return alternatives(verb).some(({ value }) => {
    if (value === 'daemon') return action !== undefined && !isLooking(action);
    return value === null || !agentsCommands.has(value);
  });
}

function isLooking(action: ShellWord): boolean {
  return alternatives(action).every(({ value }) => value === 'status' || value === 'logs');
}
