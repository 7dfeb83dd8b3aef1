import { HooklineError } from '../../../engine/values/errors.ts';
import { type FoundFiring, firingsOf } from '../../../trace/read/find-firings.ts';
import { readTrace } from '../../../trace/read/read-lines.ts';
import type { CommandCall, CommandRun } from '../../command.ts';
import { showFiring } from './show-firing.ts';
import { filesOf, filterOf } from './source.ts';

/** Shows the firings of a session, or one by its id or code. */
export async function showTraces(call: CommandCall): Promise<number> {
  const [, what] = call.arguments;
  const files = await filesOf(call);
  const filter = filterOf(call);
  const isAsked = ({ firing }: FoundFiring): boolean =>
    what === undefined || [firing.session, firing.id].includes(what) || isCode(firing.code, what);
  // Without a word, the session that was written to last.
  const asked = what === undefined && filter.session === undefined ? files.slice(-1) : files;
  let count = 0;
  for await (const found of firingsOf(asked, filter, call.signal)) {
    if (!isAsked(found)) continue;
    count += 1;
    print(call, found);
  }
  if (count > 0) return 0;
  throw new HooklineError(
    'option-invalid',
    `the record has no ${what === undefined ? 'such firing' : `session, id or code "${what}"`}; see hookline trace list`,
  );
}

/** Explains a decision by its code: the whole chain, the last time first. */
export const runWhy: CommandRun = async (call) => {
  const [code = ''] = call.arguments;
  const found: FoundFiring[] = [];
  for await (const one of firingsOf(await filesOf(call), filterOf(call), call.signal)) {
    if (isCode(one.firing.code, code) || one.firing.id === code) found.push(one);
    if (found.length > maxShown) found.shift();
  }
  if (found.length === 0)
    throw new HooklineError(
      'option-invalid',
      `no decision with the code "${code}" is in the record; see hookline trace tail`,
    );
  for (const one of found.reverse()) print(call, await withLateRuns(one));
  return 0;
};

const maxShown = 20;

/** People may write a code in small letters, and O for 0. */
function isCode(code: string | null, asked: string): boolean {
  const plain = asked.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code !== null && code === plain;
}

/** Those of hooks in the background stand further down in the file. */
async function withLateRuns(found: FoundFiring): Promise<FoundFiring> {
  const late = [];
  for await (const line of readTrace(found.file))
    if (line.type === 'run' && line.late && line.firing === found.firing.id) late.push(line);
  return { ...found, runs: [...found.runs, ...late] };
}

function print({ terminal, options }: CommandCall, found: FoundFiring): void {
  const { file, ...lines } = found;
  if (options['json'] === true) terminal.print(JSON.stringify({ ...lines.firing, runs: lines.runs }));
  else for (const line of [...showFiring(found, terminal), '']) terminal.print(line);
}
