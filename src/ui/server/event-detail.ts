import { isExcuse } from '../../gateway/exceptions/call-excuses.ts';
import type { RunLine } from '../../trace/format/lines.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import type { EventDetail, RunDetail } from '../wire.ts';

export function eventDetail(row: number, { firing, runs }: RecordedFiring): EventDetail {
  const { id, session, agent, lineage, product, folder, point, tool, code, durationMs, input, outcome } =
    firing;
  const { decision, reason, decidedBy } = outcome;
  const identity = {
    row,
    id,
    at: Date.parse(firing.at),
    session,
    agent,
    lineage: lineage.toReversed(),
    product,
    folder,
  };
  const verdict = { point, tool, code, decision, reason, decidedBy, durationMs };
  return { ...identity, ...verdict, input: input ?? null, outcome, runs: runs.map(runDetail) };
}

function runDetail(run: RunLine): RunDetail {
  const {
    hook,
    level,
    place,
    status,
    decision,
    reason,
    failure,
    error,
    startMs,
    durationMs,
    effects,
    dropped,
  } = run;
  return {
    hook,
    level,
    place: place === null ? null : `${place.file}:${place.line}:${place.column}`,
    status,
    decision,
    reason,
    failure,
    error,
    startMs,
    durationMs,
    effects,
    dropped: dropped.filter(({ why }) => !isExcuse(why)),
    letPass: dropped.find(({ why }) => isExcuse(why))?.why ?? null,
    changes: run.changes.map(({ path, before, after }) => ({
      path: path === '' ? '/' : path,
      before,
      after,
    })),
    stdout: run.stdout ?? '',
    stderr: run.stderr ?? '',
  };
}
