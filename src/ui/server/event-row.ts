import { isObject } from '../../engine/values/shapes.ts';
import { isExcuse, wasLetPass } from '../../gateway/exceptions/call-excuses.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import { rowDecisions, rowMarks } from '../wire.ts';

/** One event of the list, before its texts are numbered. */
export interface EventRow {
  readonly at: number;
  readonly session: string;
  readonly agent: string;
  readonly point: string;
  readonly tool: string;
  readonly product: string;
  readonly about: string;
  readonly decision: number;
  readonly durationMs: number;
  readonly marks: number;
  readonly hooks: readonly string[];
  readonly hookMs: readonly number[];
}

const maxAbout = 160;
/** A whole number of microseconds: more digits would only make the message longer. */
const inMicroseconds = (ms: number | null): number => (ms === null ? -1 : Math.round(ms * 1000) / 1000);

export function eventRow({ firing, runs }: RecordedFiring): EventRow {
  const ran = runs.filter(({ status }) => status !== 'skipped');
  return {
    at: Date.parse(firing.at),
    session: firing.session,
    agent: firing.agent ?? 'main',
    point: firing.point,
    tool: firing.tool ?? '',
    product: firing.product ?? '',
    about: aboutText(firing.input, firing.folder),
    decision: rowDecisions.indexOf(firing.outcome.decision),
    durationMs: inMicroseconds(firing.durationMs),
    marks: marksOf({ firing, runs }),
    hooks: ran.map(({ hook }) => hook),
    hookMs: ran.map(({ durationMs }) => inMicroseconds(durationMs)),
  };
}

function marksOf({ firing, runs }: RecordedFiring): number {
  const { modified, halted, resume } = firing.outcome;
  return (
    (runs.some(({ failure }) => failure !== null) ? rowMarks.failed : 0) |
    (modified ? rowMarks.changed : 0) |
    (runs.some(({ dropped }) => dropped.some(({ why }) => !isExcuse(why))) ? rowMarks.dropped : 0) |
    (wasLetPass({ firing, runs }) ? rowMarks.letPass : 0) |
    (halted ? rowMarks.halted : 0) |
    (resume ? rowMarks.resumed : 0)
  );
}

/** The fields that say best what a call is about, the best first. */
const tellingFields = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'description',
  'prompt',
];
const tellingEvents = ['prompt', 'message', 'reason', 'source', 'tool_response', 'last_assistant_message'];

/** Paths are read more easily from the folder of the session. */
function fromFolder(text: string, folder: string | null): string {
  return folder !== null && text.startsWith(`${folder}/`) ? text.slice(folder.length + 1) : text;
}

function aboutText(input: unknown, folder: string | null): string {
  if (!isObject(input)) return '';
  const { tool_input: call } = input;
  const found = isObject(call)
    ? (fieldOf(call, tellingFields) ?? call)
    : (call ?? fieldOf(input, tellingEvents) ?? '');
  const text = typeof found === 'string' ? fromFolder(found, folder) : JSON.stringify(found);
  return text
    .slice(0, maxAbout * 2)
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxAbout);
}

function fieldOf(fields: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  for (const name of names) {
    if (typeof fields[name] === 'string' && fields[name] !== '') return fields[name];
  }
  return undefined;
}
