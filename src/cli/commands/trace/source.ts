import { oneLine } from '../../../gateway/answer/visible.ts';
import { type FoundFiring, firingsOf } from '../../../trace/read/find-firings.ts';
import { recordedTraces } from '../../../trace/read/find-traces.ts';
import { RecordGaps } from '../../../trace/read/record-gaps.ts';
import { nameFilters, type TraceFilter } from '../../../trace/read/select.ts';
import type { TraceFile } from '../../../trace/read/trace-files.ts';
import { defaultTraceFolder } from '../../../trace/write/session-files.ts';
import type { CommandCall } from '../../command.ts';
import { askedTime } from './asked-time.ts';

/** The folder that a call is about. */
export function folderOf({ options }: CommandCall): string {
  return typeof options['folder'] === 'string' ? options['folder'] : defaultTraceFolder();
}

/** The files of the record, or of the sessions that are named behind the action. Throws where there are none. */
export function filesOf(call: CommandCall, named: readonly string[] = []): Promise<readonly TraceFile[]> {
  return recordedTraces(named, folderOf(call));
}

/** The options that say which firings are asked for. */
export const filterOptions: readonly string[] = [...nameFilters, 'since', 'until'];

/** Which firings the options of a call ask for. */
export function filterOf({ options }: CommandCall): TraceFilter {
  const given = nameFilters.flatMap((name) =>
    typeof options[name] === 'string' ? [[name, options[name]] as const] : [],
  );
  return {
    ...Object.fromEntries(given),
    ...timeOf('since', options['since']),
    ...timeOf('until', options['until']),
  };
}

function timeOf(name: 'since' | 'until', value: unknown): TraceFilter {
  return typeof value === 'string' ? { [name]: askedTime(name, value) } : {};
}

/** The firings that a call asks for, of the traces that it names. Tells what is missing when all are read. */
export async function* askedFirings(
  call: CommandCall,
  named: readonly string[] = [],
): AsyncGenerator<FoundFiring> {
  yield* toldFirings(call, await filesOf(call, named), filterOf(call));
}

/** The same, of files that are known. */
export async function* toldFirings(
  { signal, terminal }: Pick<CommandCall, 'signal' | 'terminal'>,
  files: readonly Pick<TraceFile, 'path'>[],
  filter: TraceFilter,
): AsyncGenerator<FoundFiring> {
  const gaps = new RecordGaps();
  yield* firingsOf(files, filter, signal, gaps);
  for (const message of gaps.messages()) terminal.tell(oneLine(message, maxMessage));
}

const maxMessage = 400;
