import { lookUp } from '../../engine/values/look-up.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { TraceLine } from './lines.ts';
import { traceVersion } from './version.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const yesOrNo: Check = (value) => typeof value === 'boolean';
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const shaped =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (!isObject(value)) return false;
    for (const name in shape) if (shape[name]?.(value[name]) !== true) return false;
    return true;
  };

const outcome = shaped({
  point: text,
  decision: orNull(text),
  reason: orNull(text),
  decidedBy: orNull(text),
  haltReason: orNull(text),
  modified: yesOrNo,
  suppressed: yesOrNo,
  resume: yesOrNo,
  halted: yesOrNo,
  injections: listOf(shaped({ content: text, into: text, hook: text })),
  notices: listOf(shaped({ message: text, level: text, hook: text })),
});

/** The JSON Schema checks everything, and is too slow for every line. */
const shapes: Readonly<Record<TraceLine['type'], Check>> = {
  writer: shaped({ session: text, previous: orNull(text), after: orNull(text) }),
  firing: shaped({
    id: text,
    at: text,
    point: text,
    session: text,
    agent: orNull(text),
    agentType: orNull(text),
    lineage: listOf(text),
    product: orNull(text),
    folder: orNull(text),
    tool: orNull(text),
    toolUseId: orNull(text),
    outcome,
    code: orNull(text),
    openRules: optional(listOf(text)),
    runCount: number,
    durationMs: number,
    config: orNull(text),
  }),
  run: shaped({
    id: text,
    firing: text,
    hook: text,
    level: orNull(text),
    place: orNull(shaped({ file: text, line: number, column: number })),
    kind: orNull(text),
    status: (value) => value === 'ok' || value === 'failed' || value === 'skipped',
    decision: orNull(text),
    reason: orNull(text),
    rule: orNull(text),
    effects: listOf(shaped({ type: text })),
    dropped: listOf(shaped({ type: text, why: text })),
    failure: orNull(text),
    error: orNull(text),
    durationMs: orNull(number),
    changes: listOf(shaped({ op: text, path: text })),
    stdout: orNull(text),
    stderr: orNull(text),
    exitCode: orNull(number),
  }),
  lost: shaped({ lines: number, why: text }),
};

export function isTraceLine(value: unknown): value is TraceLine {
  if (!isObject(value) || value['v'] !== traceVersion || typeof value['type'] !== 'string') return false;
  if (typeof value['writer'] !== 'string' || typeof value['seq'] !== 'number') return false;
  return lookUp(shapes, value['type'])?.(value) === true;
}
