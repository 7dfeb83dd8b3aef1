import type { ReadConfig } from '../config/load/read-config.ts';
import { type Problem, warning } from '../config/source/problem.ts';
import { defaultTraceFolder } from '../trace/write/session-files.ts';
import { unwritableFolder } from '../trace/write/unwritable-folder.ts';

export function traceWarnings({
  trace,
  tracePlace,
}: Pick<ReadConfig, 'trace' | 'tracePlace'>): readonly Problem[] {
  if (trace === null || tracePlace === null) return [];
  const message = unwritableFolder(trace.folder ?? defaultTraceFolder());
  return message === null ? [] : [warning('trace-unwritable', message, tracePlace)];
}
