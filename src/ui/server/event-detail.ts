import { isExcuse } from '../../gateway/exceptions/call-excuses.ts';
import type { RunLine } from '../../trace/format/lines.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import type { EventDetail, RunDetail } from '../wire.ts';

export function eventDetail(row: number, { firing, runs }: RecordedFiring): EventDetail {
  const { at, lineage, input, outcome, ...told } = firing;
  const { decision, reason, decidedBy } = outcome;
  return {
    ...told,
    row,
    at: Date.parse(at),
    lineage: lineage.toReversed(),
    decision,
    reason,
    decidedBy,
    input: input ?? null,
    outcome,
    runs: runs.map(runDetail),
  };
}

function runDetail({ place, dropped, changes, stdout, stderr, ...told }: RunLine): RunDetail {
  return {
    ...told,
    place: place === null ? null : `${place.file}:${place.line}:${place.column}`,
    dropped: dropped.filter(({ why }) => !isExcuse(why)),
    letPass: dropped.find(({ why }) => isExcuse(why))?.why ?? null,
    changes: changes.map(({ path, before, after }) => ({ path: path === '' ? '/' : path, before, after })),
    stdout: stdout ?? '',
    stderr: stderr ?? '',
  };
}
