import { HooklineError } from '../../../engine/values/errors.ts';
import { oneLine } from '../../../gateway/answer/visible.ts';
import { type IndexedEvent, IndexedTraces } from '../../../trace/index/indexed-traces.ts';
import { type FoundFiring, firingsOf } from '../../../trace/read/find-firings.ts';
import { recordedTraces, type TraceFile } from '../../../trace/read/find-traces.ts';
import { RecordGaps } from '../../../trace/read/record-gaps.ts';
import { hasText, nameFilters, type TraceFilter } from '../../../trace/read/select.ts';
import { defaultTraceFolder } from '../../../trace/write/session-files.ts';
import { type CommandCall, textOption, wrongCall } from '../../command.ts';
import { askedTime } from './asked-time.ts';

export function folderOf(call: CommandCall): string {
  return textOption(call, 'folder') ?? defaultTraceFolder();
}

export function filesOf(call: CommandCall, named: readonly string[] = []): Promise<readonly TraceFile[]> {
  return recordedTraces(named, folderOf(call));
}

export const filterOptions: readonly string[] = [...nameFilters, 'since', 'until', 'text'];

export function filterOf(call: CommandCall): TraceFilter {
  const filter: Record<string, string | number> = {};
  for (const name of [...nameFilters, 'text', 'since', 'until'] as const) {
    const value = textOption(call, name);
    if (value !== undefined)
      filter[name] = name === 'since' || name === 'until' ? askedTime(name, value) : value;
  }
  return filter;
}

export async function indexedTraces(
  call: CommandCall,
  named: readonly string[] = [],
): Promise<IndexedTraces> {
  return IndexedTraces.open(await filesOf(call, named), folderOf(call), call.signal);
}

export async function askedEvents(
  call: CommandCall,
  named: readonly string[],
  last = Number.POSITIVE_INFINITY,
): Promise<{ readonly traces: IndexedTraces; readonly events: readonly IndexedEvent[] }> {
  const filter = filterOf(call);
  const traces = await indexedTraces(call, named);
  const { text } = filter;
  const all = traces.events(filter, text === undefined ? { last: Math.max(last, 1) } : {});
  const events: IndexedEvent[] = [];
  for (const event of all)
    if (text === undefined || (await hasWords(traces, event, filter))) events.push(event);
  if (events.length === 0) throw new HooklineError('trace-missing', traces.noMatch(filter).message());
  tellGaps(call, traces.gaps);
  return { traces, events: last === 0 ? [] : events.slice(-last) };
}

async function hasWords(traces: IndexedTraces, event: IndexedEvent, filter: TraceFilter): Promise<boolean> {
  const firing = await traces.firing(event);
  return firing !== null && hasText(filter, firing);
}

export async function* askedFirings(
  call: CommandCall,
  named: readonly string[] = [],
): AsyncGenerator<FoundFiring> {
  yield* toldFirings(call, await filesOf(call, named), filterOf(call));
}

export async function* toldFirings(
  { signal, terminal }: Pick<CommandCall, 'signal' | 'terminal'>,
  files: readonly Pick<TraceFile, 'path'>[],
  filter: TraceFilter,
): AsyncGenerator<FoundFiring> {
  const gaps = new RecordGaps();
  yield* firingsOf(files, filter, signal, gaps);
  tellGaps({ terminal }, gaps);
}

export function tellGaps({ terminal }: Pick<CommandCall, 'terminal'>, gaps: RecordGaps): void {
  for (const message of gaps.messages()) terminal.tell(oneLine(message, maxMessage));
}

const maxMessage = 400;

export function askedCount(given: unknown, usual: number): number {
  if (given === undefined) return usual;
  if (/^\d{1,9}$/.test(String(given))) return Number(given);
  throw wrongCall(`-n takes a number, not "${String(given)}"`);
}
