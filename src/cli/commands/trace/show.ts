import { existsSync } from 'node:fs';
import { HooklineError } from '../../../engine/values/errors.ts';
import { didYouMean } from '../../../engine/values/suggest.ts';
import { oneLine, visible } from '../../../gateway/answer/visible.ts';
import { waitingCalls } from '../../../gateway/state/exceptions/waiting-calls.ts';
import type { FoundFiring } from '../../../trace/read/find-firings.ts';
import { sessionBeginning } from '../../../trace/read/find-traces.ts';
import { NoMatch } from '../../../trace/read/no-match.ts';
import { readTrace } from '../../../trace/read/read-lines.ts';
import { selects } from '../../../trace/read/select.ts';
import type { CommandCall, CommandRun } from '../../command.ts';
import { showFiring } from './show-firing.ts';
import { filesOf, filterOf, toldFirings } from './source.ts';

/** Shows the firings of a session, or one by its id or code. */
export async function showTraces(call: CommandCall): Promise<number> {
  const [, named, ...others] = call.arguments;
  if (others.length > 0)
    throw new HooklineError(
      'option-invalid',
      'hookline trace show takes one session, file, folder, id or code',
    );
  const { terminal } = call;
  const isPath = named !== undefined && existsSync(named);
  const files = await filesOf(call, isPath ? [named] : []);
  const what = isPath ? undefined : named;
  const filter = filterOf(call);
  const isLast = named === undefined && filter.session === undefined;
  const noMatch = new NoMatch(filter);
  const names = new Set<string>();
  let count = 0;
  let isThere = what === undefined;
  for await (const found of toldFirings(call, isLast ? files.slice(-1) : files, {})) {
    const { session, id, code } = found.firing;
    if (what !== undefined && ![session, id].includes(what) && !isCode(code, what)) {
      if (names.size < maxNames) names.add(session).add(code ?? session);
      continue;
    }
    isThere = true;
    if (!selects(filter, found)) {
      noMatch.add(found);
      continue;
    }
    if (isLast && count === 0)
      terminal.tell(`the last session, ${oneLine(session, 60)}; hookline trace list has the others`);
    count += 1;
    print(call, found);
  }
  if (count > 0) return 0;
  if (isThere) throw new HooklineError('trace-missing', noMatch.message());
  const session = sessionBeginning(what ?? '', files);
  if (session !== null) return showTraces({ ...call, arguments: ['show', session] });
  const hint = didYouMean(what ?? '', names) || '; hookline trace list shows the sessions';
  throw new HooklineError('trace-missing', `the record has no session, id or code "${what}"${hint}`);
}

/** Explains a decision by its code: the whole chain, the last time first. */
export const runWhy: CommandRun = async (call) => {
  const [code = ''] = call.arguments;
  const found: FoundFiring[] = [];
  const codes = new Set<string>();
  const files = await filesOf(call).catch((problem: unknown) => {
    if (isWaiting(code)) throw notRecorded(code);
    throw problem;
  });
  for await (const one of toldFirings(call, files, filterOf(call))) {
    if (isCode(one.firing.code, code) || one.firing.id === code) found.push(one);
    else if (one.firing.code !== null && codes.size < maxNames) codes.add(one.firing.code);
    if (found.length > maxShown) found.shift();
  }
  if (found.length === 0) {
    if (isWaiting(code)) throw notRecorded(code);
    const hint = didYouMean(code.toUpperCase(), codes) || `; ${howToRecord}`;
    throw new HooklineError('trace-missing', `no decision with the code "${code}" is in the record${hint}`);
  }
  for (const one of found.reverse()) print(call, await withLateRuns(one));
  return 0;
};

const howToRecord =
  'decisions are recorded from when hookline.yaml has "trace: true", or HOOKLINE_TRACE=1 is set';

function isWaiting(code: string): boolean {
  return waitingCalls().some((held) => isCode(held.code, code));
}

function notRecorded(code: string): HooklineError {
  return new HooklineError(
    'trace-missing',
    `the call under "${code}" waits for a person, but nothing was recorded of it: ${howToRecord}; hookline allow --list shows the call`,
  );
}

/** More different names than these are not kept for a suggestion. */
const maxNames = 4000;
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
  if (options['json'] === true)
    terminal.print(visible(JSON.stringify({ ...lines.firing, runs: lines.runs })));
  else for (const line of [...showFiring(found, terminal), '']) terminal.print(line);
}
