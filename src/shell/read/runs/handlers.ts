import { lookUp } from '../../../engine/values/look-up.ts';
import type { Card } from '../../programs/card.ts';
import { cardOf, subcommandCard } from '../../programs/cards.ts';
import type { AfterCommand } from '../state/frame.ts';
import type { Call, ProgramReader } from '../state/program-call.ts';
import { subcommandIn } from '../subcommand.ts';
import * as builtins from './builtins.ts';
import { runCodeOptions } from './code/code-options.ts';
import { git } from './code/git.ts';
import { noteCode } from './code/interpreter-code.ts';
import * as schedulers from './code/schedulers.ts';
import { capsh, runShellProgram } from './code/shells.ts';
import { su } from './code/users.ts';
import { noteFiles } from './file-writers.ts';
import * as variables from './variables.ts';
import { env } from './wrapping/env.ts';
import { fd, find } from './wrapping/finders.ts';
import { parallel } from './wrapping/parallel.ts';
import { runWrapped } from './wrapping/wrapped.ts';
import { xargs } from './wrapping/xargs.ts';

/** What a card's `runs` names. */
const special: Readonly<Record<string, ProgramReader>> = {
  alias: builtins.alias,
  arguments: xargs,
  assign: variables.assign,
  bind: builtins.bind,
  buildTool: (call) => runBehind(call, (value) => value === '-E', 2),
  capabilities: capsh,
  changeFolder: builtins.changeFolder,
  completion: builtins.completion,
  crontab: schedulers.crontab,
  debugged: (call) => runBehind(call, (value) => value === '--args' || value === '-args', 1),
  declare: variables.declare,
  enable: builtins.enable,
  end: builtins.end,
  environment: env,
  evaluate: builtins.runEval,
  expressions: variables.runLet,
  found: find,
  foundByPattern: fd,
  hash: builtins.hash,
  input: variables.read,
  jobs: builtins.jobs,
  later: schedulers.at,
  opaque: builtins.opaque,
  otherUser: su,
  parallel,
  print: variables.runPrintf,
  repository: git,
  settings: builtins.set,
  shell: runShellProgram,
  shift: builtins.shift,
  source: builtins.source,
  terminal: schedulers.tmux,
  tests: variables.tests,
  trap: builtins.trap,
};

/** Runs what a program runs in its turn, by its card. */
export function runByCard(call: Call): AfterCommand | undefined {
  const { card } = call;
  const own = lookUp(special, card.runs ?? '');
  const outcome = own?.(call);
  if (own === undefined && card.wraps !== undefined) runWrapped(call);
  if (card.depth !== undefined) runSubcommand(call);
  if (own === undefined) runCodeOptions(call);
  noteCode(call);
  noteFiles(call);
  return outcome;
}

/** A program that runs others when it is given a certain subcommand. */
function runSubcommand(call: Call): void {
  const { card, name, words } = call;
  const { path = [], places = [] } = subcommandIn(card, words) ?? {};
  for (let length = path.length; length > 0; length -= 1) {
    const wrapper = wrapperOf(name, path.slice(0, length));
    if (wrapper === null) continue;
    runWrapped(call, wrapper, words.slice((places[length - 1] ?? 0) + 1));
    break;
  }
}

/** The card of a subcommand that runs others. */
function wrapperOf(name: string, path: readonly string[]): Card | null {
  const card = subcommandCard(name, path);
  return card?.wraps === undefined ? null : card;
}

/** `cmake -E env command`, `gdb --args command`. */
function runBehind(call: Call, isMark: (value: string | null) => boolean, length: number): undefined {
  const { words, name } = call;
  const at = words.findIndex(({ value }) => isMark(value));
  if (at < 0) return;
  const behind = words.slice(at, at + length).map(({ value }) => value ?? '');
  const card = length === 1 ? cardOf('command') : cardOf([name, ...behind].join(' '));
  if (card !== null) runWrapped(call, card, words.slice(at + length));
}
