import { HooklineError } from '../../../engine/values/errors.ts';
import { lookUp } from '../../../engine/values/look-up.ts';
import { recordedTraces } from '../../../trace/read/find-traces.ts';
import type { TraceFilter } from '../../../trace/read/select.ts';
import type { TraceFile } from '../../../trace/read/trace-files.ts';
import { defaultTraceFolder } from '../../../trace/write/session-files.ts';
import type { CommandCall } from '../../command.ts';

/** The folder that a call is about. */
export function folderOf({ options }: CommandCall): string {
  return typeof options['folder'] === 'string' ? options['folder'] : defaultTraceFolder();
}

/** The files of the record, or of the sessions that are named behind the action. Throws where there are none. */
export function filesOf(call: CommandCall, named: readonly string[] = []): Promise<readonly TraceFile[]> {
  return recordedTraces(named, folderOf(call));
}

/** Which firings the options of a call ask for. */
export function filterOf({ options }: CommandCall): TraceFilter {
  const texts = ['session', 'agent', 'point', 'tool', 'hook', 'decision'] as const;
  const given = texts.flatMap((name) =>
    typeof options[name] === 'string' ? [[name, options[name]] as const] : [],
  );
  return {
    ...Object.fromEntries(given),
    ...timeOf('since', options['since']),
    ...timeOf('until', options['until']),
  };
}

const units: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 };

/** A time: a date, or how long ago. */
function timeOf(name: 'since' | 'until', value: unknown): TraceFilter {
  if (typeof value !== 'string') return {};
  const [, count, unit = ''] = /^(\d{1,9})([smhdw])$/.exec(value) ?? [];
  const time =
    count === undefined ? Date.parse(value) : Date.now() - Number(count) * (lookUp(units, unit) ?? 0);
  if (Number.isFinite(time)) return { [name]: time };
  throw new HooklineError(
    'option-invalid',
    `--${name} takes a date such as 2026-03-03 or a time such as 2h, 7d, not "${value}"`,
  );
}
