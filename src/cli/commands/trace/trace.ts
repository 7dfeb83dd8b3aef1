import { HooklineError } from '../../../engine/values/errors.ts';
import { lookUp } from '../../../engine/values/look-up.ts';
import { didYouMean } from '../../../engine/values/suggest.ts';
import type { CommandCall, CommandRun } from '../../command.ts';
import { exportTraces } from './export.ts';
import { listSessions } from './list.ts';
import { showTraces } from './show.ts';
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

/** Asks the record. */
export const runTrace: CommandRun = async (call) => {
  const [action = 'list'] = call.arguments;
  const run = lookUp(actions, action);
  if (run !== undefined) return run(call);
  const names = Object.keys(actions);
  const hint = didYouMean(action, names) || `; it has ${names.join(', ')}`;
  throw new HooklineError('option-invalid', `hookline trace has no "${action}"${hint}`);
};
