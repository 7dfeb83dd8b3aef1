import { modify } from '../../engine/outcome/effects.ts';
import { findPoint } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { WireCall } from '../protocol.ts';
import type { FieldReader } from '../reply/reply-reader.ts';
import { fieldNames, toolNameOn } from '../wire-input.ts';

interface FieldRow {
  readonly name: string;
  readonly field: string;
  /** Another field of the event that it sets, for hosts that only speak Armament. */
  readonly also?: string;
  readonly command?: true;
  readonly read?: (value: unknown, call: WireCall) => unknown;
}

const same = (...names: readonly string[]): readonly FieldRow[] =>
  names.map((name) => ({ name, field: name }));

const tool: readonly FieldRow[] = [
  { name: 'tool', field: 'tool_name', read: (_, call) => toolNameOn('armament', call) },
  { name: 'args', field: 'tool_input', command: true, read: argsOf },
];
const result: FieldRow = {
  name: 'result',
  field: 'tool_response',
  read: (value, { context }) => (context.render === undefined ? value : context.render(value)),
};
const agent: FieldRow = { name: 'agent', field: 'agent', also: 'agent_type' };

const table: Readonly<Record<string, readonly FieldRow[]>> = {
  'pre:message': same('prompt'),
  'post:message': same('output'),
  PreToolUse: tool,
  PostToolUse: [...tool, result],
  PostToolUseFailure: [...tool, { name: 'result', field: 'error' }],
  'pre:agent:spawn': [agent, ...same('config')],
  'post:agent:complete': [agent, ...same('result')],
  'pre:session:phase': same('phase'),
  'post:session:phase': same('phase'),
  'pre:git:write': same('path', 'content'),
  'post:git:write': same('path', 'content'),
  'pre:view:render': same('view', 'data'),
};

export function armamentPoints(point: Point): readonly Point[] {
  return point.name === 'PostToolUse' ? [point, findPoint('PostToolUseFailure').point] : [point];
}

function rowsOf(point: Point): readonly FieldRow[] {
  return lookUp(table, point.name) ?? same(...fieldNames(point.fields));
}

export function armamentFields(point: Point): readonly string[] {
  return rowsOf(point).map(({ name }) => name);
}

export function armamentName(point: Point, field: string): string {
  return rowsOf(point).find((row) => row.field === field || row.also === field)?.name ?? field;
}

export function armamentSubject(point: Point): string | null {
  return point.subject === null ? null : armamentName(point, point.subject);
}

export function armamentContext(call: WireCall): Record<string, unknown> {
  const { point, input } = call;
  const context: Record<string, unknown> = {};
  for (const { name, field, read } of rowsOf(point)) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined;
    if (value !== undefined) context[name] = read === undefined ? value : read(value, call);
  }
  return context;
}

export function armamentInput(point: Point, context: Fields): Record<string, unknown> {
  const input: Record<string, unknown> = { ...context };
  for (const { name, field, also, command } of rowsOf(point)) {
    const value = context[name];
    if (value === undefined) continue;
    if (name !== field) delete input[name];
    input[field] = command && typeof value === 'string' ? { command: value } : value;
    if (also !== undefined) input[also] ??= value;
  }
  return input;
}

function argsOf(toolInput: unknown): unknown {
  return hasCommand(toolInput) ? toolInput['command'] : toolInput;
}

function withArgs(toolInput: unknown, args: unknown): unknown {
  return hasCommand(toolInput) ? { ...toolInput, command: args } : args;
}

function hasCommand(toolInput: unknown): toolInput is Fields {
  return isObject(toolInput) && Object.hasOwn(toolInput, 'command') && toolInput['command'] !== undefined;
}

export function readModify(fields: FieldReader): void {
  const changes = fields.object('modify');
  if (changes === undefined) return;
  const { reader } = fields;
  const { point, input } = reader.call;
  const subject = armamentSubject(point);
  const accepted = [subject, point.subject].filter((name) => name !== null);
  for (const name of changes.names) {
    if (!accepted.includes(name)) {
      const what =
        subject === null ? 'nothing can be modified here' : `only "${subject}" can be modified here`;
      reader.doubt(`modify of "${name}" was dropped: ${what}${didYouMean(name, accepted)}`);
      continue;
    }
    const value = changes.json(name);
    if (value !== undefined)
      reader.add(modify(name === 'args' ? withArgs(input['tool_input'], value) : value));
  }
}
