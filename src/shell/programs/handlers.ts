import type { ProgramReader } from '../state/program-call.ts';
import { interpreterOf } from '../tables/interpreters.ts';
import { subcommandIn } from '../tables/subcommands.ts';
import { wrappers } from '../tables/wrappers.ts';
import { builtinHandlers } from './builtins.ts';
import { codeOptions, prefixedPrograms, runCodeOptions } from './code/code-options.ts';
import { git } from './code/git.ts';
import { noteCode } from './code/interpreter-code.ts';
import { schedulerHandlers } from './code/schedulers.ts';
import { capsh, shellHandlers } from './code/shells.ts';
import { su } from './code/users.ts';
import { fileWriterHandlers } from './file-writers.ts';
import { variableHandlers } from './variables.ts';
import { env } from './wrapping/env.ts';
import { finderHandlers } from './wrapping/finders.ts';
import { parallel } from './wrapping/parallel.ts';
import { runWrapped } from './wrapping/wrapped.ts';
import { xargs } from './wrapping/xargs.ts';

const special: ReadonlyMap<string, ProgramReader> = new Map([
  ...builtinHandlers,
  ...variableHandlers,
  ...shellHandlers,
  ...finderHandlers,
  ...fileWriterHandlers,
  ...schedulerHandlers,
  ['su', su],
  ['runuser', su],
  ['parallel', parallel],
  ['capsh', capsh],
  ['xargs', xargs],
  ['gxargs', xargs],
  ['git', git],
  ['env', env],
  ['genv', env],
]);

/** A program that runs others when it is given a certain subcommand. */
const runSubcommand: ProgramReader = (call) => {
  const { path = [], places = [] } = subcommandIn(call.name, call.words) ?? {};
  for (let length = path.length; length > 0; length -= 1) {
    const wrapper = wrappers.get([call.name, ...path.slice(0, length)].join(' '));
    if (wrapper === undefined) continue;
    runWrapped(call, wrapper, call.words.slice((places[length - 1] ?? 0) + 1));
    break;
  }
  return undefined;
};

/** `cmake -E env command`. */
const cmake: ProgramReader = (call) => {
  const at = call.words.findIndex(({ value }) => value === '-E');
  const wrapper = wrappers.get(`cmake -E ${call.words[at + 1]?.value ?? ''}`);
  if (at >= 0 && wrapper !== undefined) runWrapped(call, wrapper, call.words.slice(at + 2));
  return undefined;
};

/** `gdb -q --args command`. */
const gdb: ProgramReader = (call) => {
  const at = call.words.findIndex(({ value }) => value === '--args' || value === '-args');
  const wrapper = wrappers.get('gdb --args');
  if (at >= 0 && wrapper !== undefined) runWrapped(call, wrapper, call.words.slice(at + 1));
  return undefined;
};

const withSubcommands: ReadonlySet<string> = new Set(
  [...wrappers.keys()].filter((key) => key.includes(' ')).map((key) => key.split(' ')[0] ?? ''),
);

/** What is known to run something in turn, by the program's name. */
export const handlers: { get(name: string): ProgramReader | undefined } = {
  get(name) {
    const found: ProgramReader[] = [];
    const own = special.get(name);
    const wrapper = wrappers.get(name);
    if (own !== undefined) found.push(own);
    else if (wrapper !== undefined)
      found.push((call) => {
        runWrapped(call, wrapper);
        return undefined;
      });
    if (name === 'cmake') found.push(cmake);
    else if (name === 'gdb' || name === 'cgdb') found.push(gdb);
    else if (withSubcommands.has(name)) found.push(runSubcommand);
    if (codeOptions.has(name) || prefixedPrograms.includes(name)) found.push(runCodeOptions);
    if (interpreterOf(name) !== undefined) found.push(noteCode);
    if (found.length <= 1) return found[0];
    return (call) => {
      const outcomes = found.map((handler) => handler(call));
      return outcomes.find((outcome) => outcome !== undefined);
    };
  },
};
