import type { ReadConfig } from '../config/load/read-config.ts';
import { type Problem, warning } from '../config/source/problem.ts';
import { unwritableFolder } from '../files/unwritable.ts';
import { defaultTraceFolder } from '../trace/write/session-files.ts';

export function traceWarnings({
  trace,
  tracePlace,
}: Pick<ReadConfig, 'trace' | 'tracePlace'>): readonly Problem[] {
  if (trace === null || tracePlace === null) return [];
  const message = unwritableFolder(trace.folder ?? defaultTraceFolder());
  return message === null ? [] : [warning('trace-unwritable', message, tracePlace)];
}
