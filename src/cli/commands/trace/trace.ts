import { HooklineError } from '../../../engine/values/errors.ts';
import { lookUp } from '../../../engine/values/look-up.ts';
import { didYouMean } from '../../../engine/values/suggest.ts';
import type { CommandCall, CommandRun } from '../../command.ts';
import { exportTraces } from './export.ts';
import { listSessions } from './list.ts';
import { showTraces } from './show.ts';
import { filterOptions } from './source.ts';
import { showStats } from './stats.ts';
import { showTail } from './tail.ts';
import { verifyTraces } from './verify.ts';

/** What can be asked of the record. */
const actions: Readonly<Record<string, (call: CommandCall) => Promise<number>>> = {
  list: listSessions,
  show: showTraces,
  tail: showTail,
  stats: showStats,
  export: exportTraces,
  verify: verifyTraces,
};

const asking = ['list', 'show', 'tail', 'stats', 'export'];

/** Which actions look at an option. The others would answer another question than the one that was asked. */
const optionActions: Readonly<Record<string, readonly string[]>> = {
  follow: ['tail'],
  lines: ['tail'],
  format: ['export'],
  ...Object.fromEntries(filterOptions.map((name) => [name, asking])),
};

/** Asks the record. */
export const runTrace: CommandRun = async (call) => {
  const [action = 'list'] = call.arguments;
  const run = lookUp(actions, action);
  if (run !== undefined) {
    checkOptions(action, call);
    return run(call);
  }
  const names = Object.keys(actions);
  const hint = didYouMean(action, names) || `; it has ${names.join(', ')}`;
  throw new HooklineError('option-invalid', `hookline trace has no "${action}"${hint}`);
};

function checkOptions(action: string, { options }: CommandCall): void {
  for (const [name, known] of Object.entries(optionActions))
    if (options[name] !== undefined && !known.includes(action))
      throw new HooklineError(
        'option-invalid',
        `hookline trace ${action} does not take --${name}; it is for ${known.join(', ')}`,
      );
}
