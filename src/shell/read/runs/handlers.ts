import { lookUp } from '../../../engine/values/look-up.ts';
import { cardOf, subcommandCard } from '../../programs/cards.ts';
import { subcommandOf } from '../queries.ts';
import { type Call, type ProgramReader, through } from '../state/frame.ts';
import { textWord } from '../words.ts';
import * as builtins from './builtins.ts';
import { git } from './code/git.ts';
import { noteCode } from './code/interpreter-code.ts';
import * as schedulers from './code/schedulers.ts';
import { capsh, runCodeOptions, runShellProgram, su } from './code/shells.ts';
import { noteFiles } from './file-writers.ts';
import * as variables from './variables.ts';
import { fd, find, parallel, xargs } from './wrapping/adding.ts';
import { env, runWrapped } from './wrapping/wrapped.ts';

const special: Readonly<Record<string, ProgramReader>> = {
  alias: builtins.alias,
  arguments: xargs,
  assign: variables.assign,
  bind: builtins.opaqueWith(/^-[a-z]*x/),
  buildTool: runBuildTool,
  capabilities: capsh,
  changeFolder: builtins.changeFolder,
  completion: builtins.completion,
  crontab: schedulers.crontab,
  debugged: (call) => runBehind(call, (value) => value === '--args' || value === '-args', 1),
  declare: variables.declare,
  enable: builtins.opaqueWith(/^-[a-z]*f/),
  end: () => {},
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

/** What does the same as a tool of CMake. */
const sameAs: Readonly<Record<string, readonly string[]>> = {
  cat: ['cat'],
  copy: ['cp'],
  copy_directory: ['cp', '-r'],
  copy_if_different: ['cp'],
  create_hardlink: ['ln'],
  create_symlink: ['ln', '-s'],
  remove: ['rm'],
  remove_directory: ['rm', '-r'],
  rename: ['mv'],
  rm: ['rm'],
  tar: ['tar'],
  touch: ['touch'],
};

function runBuildTool(call: Call): void {
  const isMark = (value: string | null): boolean => value === '-E';
  runBehind(call, isMark, 2);
  const at = call.words.findIndex(({ value }) => isMark(value)) + 1;
  const tool = call.words[at];
  const same = lookUp(sameAs, tool?.value ?? '');
  if (at === 0 || tool === undefined || same === undefined) return;
  const words = [...same.map((text) => textWord(text, tool)), ...call.words.slice(at + 1)];
  call.frame.reader.run(words, through(call.frame, call.name, 'plain'));
}

export function runByCard(call: Call): void {
  const { card } = call;
  const run = lookUp(special, card.runs ?? '');
  if (run !== undefined) run(call);
  else if (card.wraps !== undefined) runWrapped(call);
  if (card.depth !== undefined) runSubcommand(call);
  if (run === undefined) runCodeOptions(call);
  noteCode(call);
  noteFiles(call);
}

function runSubcommand(call: Call): void {
  const { name, words } = call;
  const { path = [], places = [] } = subcommandOf(call) ?? {};
  for (let length = path.length; length > 0; length -= 1) {
    const wrapper = subcommandCard(name, path.slice(0, length));
    if (wrapper?.wraps === undefined) continue;
    runWrapped(call, wrapper, words.slice((places[length - 1] ?? 0) + 1));
    break;
  }
}

function runBehind(call: Call, isMark: (value: string | null) => boolean, length: number): void {
  const { words, name } = call;
  const at = words.findIndex(({ value }) => isMark(value));
  if (at < 0) return;
  const behind = words.slice(at, at + length).map(({ value }) => value ?? '');
  const card = length === 1 ? cardOf('command') : cardOf([name, ...behind].join(' '));
  if (card !== null) runWrapped(call, card, words.slice(at + length));
}
