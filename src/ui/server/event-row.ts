import { aboutEvent } from '../../trace/about-event.ts';
import { isAllowance, wasAllowedByPerson } from '../../trace/allowed-by-person.ts';
import type { RunLine } from '../../trace/format/lines.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import {
  type namedColumns,
  type plainColumns,
  rowDecisions,
  rowMarks,
  runEnds,
  type textColumns,
} from '../wire.ts';

/** One event of the list, before its texts are numbered. */
export type EventRow = Readonly<
  Record<(typeof namedColumns)[number] | (typeof textColumns)[number], string> &
    Record<Exclude<(typeof plainColumns)[number], 'before'>, number> &
    Record<'hooks' | 'hookRules', readonly string[]> &
    Record<'hookMs' | 'hookEnds', readonly number[]>
>;

const maxAbout = 160;
const maxReason = 300;
/** More digits would make the message longer. */
const inMicroseconds = (ms: number | null): number => (ms === null ? -1 : Math.round(ms * 1000) / 1000);

export function eventRow({ firing, runs }: RecordedFiring): EventRow {
  const { openRules = [] } = firing;
  const ran = runs.filter(({ status }) => status !== 'skipped');
  return {
    at: Date.parse(firing.at),
    session: firing.session,
    agent: firing.agent === null || firing.agent === firing.product ? 'main' : firing.agent,
    point: firing.point,
    tool: firing.tool ?? '',
    product: firing.product ?? '',
    about: oneLine(aboutEvent(firing.input, firing.folder), maxAbout),
    decision: rowDecisions.indexOf(firing.outcome.decision),
    durationMs: inMicroseconds(firing.durationMs),
    marks: marksOf({ firing, runs }),
    reason: oneLine(firing.outcome.reason ?? '', maxReason),
    rule: ruleOf({ firing, runs }),
    decidedBy: firing.outcome.decidedBy ?? '',
    folder: firing.folder ?? '',
    code: firing.code ?? '',
    hooks: ran.map(({ hook }) => hook),
    hookMs: ran.map(({ durationMs }) => inMicroseconds(durationMs)),
    // Opened rules follow those of the hooks.
    hookRules: [...ran.map(({ rule }) => rule ?? ''), ...openRules],
    hookEnds: [...ran.map(endsOf), ...openRules.map(() => runEnds.allowed)],
  };
}

/** The rule behind the decision; else the one that a person opened. */
function ruleOf({ firing, runs }: RecordedFiring): string {
  const { decision, decidedBy } = firing.outcome;
  const run =
    runs.find((one) => one.hook === decidedBy && one.decision === decision && one.rule !== null) ??
    runs.find(({ dropped, rule }) => rule !== null && dropped.some(({ why }) => isAllowance(why)));
  return run?.rule ?? firing.openRules?.[0] ?? '';
}

function endsOf({ decision, status, dropped }: RunLine): number {
  return (
    (decision === 'deny' ? runEnds.denied : 0) |
    (decision === 'ask' ? runEnds.asked : 0) |
    (status === 'failed' ? runEnds.failed : 0) |
    (dropped.some(({ why }) => isAllowance(why)) ? runEnds.allowed : 0)
  );
}

function marksOf({ firing, runs }: RecordedFiring): number {
  const { modified, halted, resume } = firing.outcome;
  return (
    (runs.some(({ failure }) => failure !== null) ? rowMarks.failed : 0) |
    (modified ? rowMarks.changed : 0) |
    (runs.some(({ dropped }) => dropped.some(({ why }) => !isAllowance(why))) ? rowMarks.dropped : 0) |
    (wasAllowedByPerson({ firing, runs }) ? rowMarks.letPass : 0) |
    (halted ? rowMarks.halted : 0) |
    (resume ? rowMarks.resumed : 0)
  );
}

function oneLine(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength * 2)
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxLength);
}
