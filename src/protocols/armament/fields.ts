import type { Point } from '../../engine/points/point-types.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { WireCall } from '../protocol.ts';
import { fieldNames, toolNameOn } from '../wire-input.ts';

/** One field of an Armament context, and the field of the event that it stands for. */
interface FieldRow {
  readonly name: string;
  readonly field: string;
  /** Another field of the event that it sets, for hosts that only speak Armament. */
  readonly also?: string;
  /** It is the command in the field, if there is one. */
  readonly command?: true;
  /** What hooks see of the field. Default: its value. */
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

/** Maps Armament's contexts to the events of its points, both ways. */
const table: Readonly<Record<string, readonly FieldRow[]>> = {
  'pre:message': same('prompt'),
  'post:message': same('output'),
  PreToolUse: tool,
  PostToolUse: [...tool, result],
  'pre:agent:spawn': [agent, ...same('config')],
  'post:agent:complete': [agent, ...same('result')],
  'pre:session:phase': same('phase'),
  'post:session:phase': same('phase'),
  'pre:git:write': same('path', 'content'),
  'post:git:write': same('path', 'content'),
  'pre:view:render': same('view', 'data'),
};

function rowsOf(point: Point): readonly FieldRow[] {
  return lookUp(table, point.name) ?? same(...fieldNames(point.fields));
}

/** The names of the fields of a point's context; at points that are not Armament's, the point's own. */
export function armamentFields(point: Point): readonly string[] {
  return rowsOf(point).map(({ name }) => name);
}

/** Armament's name for a field of the event. */
export function armamentName(point: Point, field: string): string {
  return rowsOf(point).find((row) => row.field === field || row.also === field)?.name ?? field;
}

/** Armament's name for the point's subject. */
export function armamentSubject(point: Point): string | null {
  return point.subject === null ? null : armamentName(point, point.subject);
}

/** The input as Armament's hooks know it. */
export function armamentContext(call: WireCall): Record<string, unknown> {
  const { point, input } = call;
  const context: Record<string, unknown> = {};
  for (const { name, field, read } of rowsOf(point)) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined;
    if (value !== undefined) context[name] = read === undefined ? value : read(value, call);
  }
  return context;
}

/** The event of a context. Fields without a name in Armament are passed on. */
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

/** The command where there is one, else the whole input of the tool. */
function argsOf(toolInput: unknown): unknown {
  return hasCommand(toolInput) ? toolInput['command'] : toolInput;
}

/** Puts arguments back as the command, if they came from there. */
export function withArgs(toolInput: unknown, args: unknown): unknown {
  return hasCommand(toolInput) ? { ...toolInput, command: args } : args;
}

function hasCommand(toolInput: unknown): toolInput is Fields {
  return isObject(toolInput) && Object.hasOwn(toolInput, 'command') && toolInput['command'] !== undefined;
}
