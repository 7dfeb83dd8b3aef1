import { existsSync } from 'node:fs';
import { HooklineError } from '../../../engine/values/errors.ts';
import { didYouMean } from '../../../engine/values/suggest.ts';
import { oneLine, visible } from '../../../gateway/answer/visible.ts';
import { waitingCalls } from '../../../gateway/state/exceptions/waiting-calls.ts';
import { asCode, codeNumber, isSameCode } from '../../../trace/decision-code.ts';
import {
  codeOf,
  type IndexedEvent,
  type IndexedTraces,
  textOfEvent,
} from '../../../trace/index/indexed-traces.ts';
import type { FoundFiring } from '../../../trace/read/find-firings.ts';
import { sessionBeginning, type TraceFile } from '../../../trace/read/find-traces.ts';
import { localTime } from '../../../trace/read/local-time.ts';
import { NoMatch } from '../../../trace/read/no-match.ts';
import { hasText, selects, type TraceFilter } from '../../../trace/read/select.ts';
import { type CommandCall, type CommandRun, wrongCall } from '../../command.ts';
import { showFiring } from './show-firing.ts';
import { askedCount, filesOf, filterOf, indexedTraces, tellGaps } from './source.ts';

export async function showTraces(call: CommandCall): Promise<number> {
  const [, named, ...others] = call.arguments;
  if (others.length > 0) throw wrongCall('hookline trace show takes one session, file, folder, id or code');
  const { terminal, options } = call;
  const isPath = named !== undefined && existsSync(named);
  const traces = await indexedTraces(call, isPath ? [named] : []);
  const filter = filterOf(call);
  const isLast = named === undefined && filter.session === undefined;
  const session = isLast ? textOfEvent(traces.events({}, { last: 1 })[0], 'session') : filter.session;
  const { events, asked } =
    named === undefined || isPath
      ? { events: traces.events({ ...filter, ...(session !== undefined && { session }) }), asked: null }
      : await eventsNamed(traces, named, await filesOf(call), filter);
  if (isLast && events.length > 0)
    terminal.tell(`the last session, ${oneLine(session ?? '', 60)}; see the others: hookline trace list`);
  const count = call.isJson ? events.length : askedCount(options['lines'], maxShown);
  let shown = 0;
  for (const event of count === 0 ? [] : events.slice(-count)) {
    const found = await traces.firing(event);
    if (found === null || !hasText(filter, found)) continue;
    shown += 1;
    print(call, found);
  }
  tellGaps(call, traces.gaps);
  if (events.length > count)
    terminal.tell(`these are the last ${count} of ${events.length} events; -n ${events.length} shows all`);
  if (shown > 0) return 0;
  const noMatch = asked === null ? traces.noMatch(filter) : new NoMatch(filter);
  for (const event of asked ?? []) {
    const found = await traces.firing(event);
    if (found !== null) noMatch.add(found);
  }
  throw new HooklineError('trace-missing', noMatch.message());
}

interface NamedEvents {
  readonly events: readonly IndexedEvent[];
  readonly asked: readonly IndexedEvent[];
}

async function eventsNamed(
  traces: IndexedTraces,
  named: string,
  files: readonly TraceFile[],
  filter: TraceFilter,
): Promise<NamedEvents> {
  const ofSession = (session: string): NamedEvents => ({
    asked: traces.events({ session }),
    events: traces.events({ ...filter, session }),
  });
  const whole = ofSession(named);
  if (whole.asked.length > 0) return whole;
  const asked = [...traces.events({}, { code: codeNumber(asCode(named)) }), ...traces.withId(named)];
  if (asked.length > 0) {
    const found = await Promise.all(asked.map((event) => traces.firing(event)));
    return { asked, events: asked.filter((_, at) => found[at] && selects(filter, found[at])) };
  }
  const session = sessionBeginning(named, files);
  if (session !== null && ofSession(session).asked.length > 0) return ofSession(session);
  const names = new Set([...traces.matching({})].map((event) => textOfEvent(event, 'session')));
  const hint = didYouMean(named, names) || '; hookline trace list shows the sessions';
  throw new HooklineError('trace-missing', `the trace has no session, id or code "${named}"${hint}`);
}

export const runWhy: CommandRun = async (call) => {
  const [code = ''] = call.arguments;
  const traces = await indexedTraces(call).catch((problem: unknown) => {
    if (isWaiting(code)) throw notRecorded(code);
    throw problem;
  });
  const filter = filterOf(call);
  const [newest, ...earlier] = [
    ...traces.events(filter, { code: codeNumber(asCode(code)) }),
    ...traces.withId(code),
  ].reverse();
  tellGaps(call, traces.gaps);
  if (newest === undefined) {
    if (isWaiting(code)) throw notRecorded(code);
    const codes = new Set([...traces.matching({})].map(codeOf));
    const hint = didYouMean(asCode(code), codes) || `; ${howToRecord}`;
    throw new HooklineError('trace-missing', `the trace has no decision with the code "${code}"${hint}`);
  }
  const { isJson } = call;
  for (const event of isJson ? [newest, ...earlier] : [newest]) {
    const found = await traces.firing(event);
    if (found !== null) print(call, found);
  }
  const [last] = earlier;
  if (isJson || last === undefined) return 0;
  const [from, to] = [earlier.at(-1) ?? last, last].map(({ at }) => localTime(new Date(at).toISOString()));
  call.terminal.print(`${earlier.length} more like it, from ${from} to ${to}; --json shows them`);
  return 0;
};

const howToRecord = 'to record decisions, add "trace: true" to hookline.yaml, or set HOOKLINE_TRACE=1';

function isWaiting(code: string): boolean {
  return waitingCalls().some((call) => isSameCode(call.code, code));
}

function notRecorded(code: string): HooklineError {
  return new HooklineError(
    'trace-missing',
    `the call "${code}" waits for approval (see hookline allow --list), but was not recorded; ${howToRecord}`,
  );
}

const maxShown = 200;

function print({ terminal, isJson }: CommandCall, found: FoundFiring): void {
  terminal.print(...(isJson ? [jsonLine(found)] : [...showFiring(found, terminal), '']));
}

export function jsonLine({ firing, runs }: FoundFiring): string {
  return visible(JSON.stringify({ ...firing, runs }));
}
