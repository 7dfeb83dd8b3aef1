import { modify, notify } from '../engine/effects.ts';
import type { Point } from '../engine/point-types.ts';
import { didYouMean } from '../engine/suggest.ts';
import type { Fields, WireCall } from '../handlers/handler.ts';
import { lookUp } from './look-up.ts';
import { type FieldReader, isObject } from './reply-reader.ts';
import { fieldNames, pick } from './wire-input.ts';

/** What Armament calls the fields of the two points that it shares with the other systems. */
const toolFields: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ['tool', 'args'],
  PostToolUse: ['tool', 'args', 'result'],
};

const contextFields: Readonly<Record<string, readonly string[]>> = {
  'pre:message': ['prompt'],
  'post:message': ['output'],
  'pre:agent:spawn': ['agent', 'config'],
  'post:agent:complete': ['agent', 'result'],
  'pre:session:phase': ['phase'],
  'post:session:phase': ['phase'],
  'pre:git:write': ['path', 'content'],
  'post:git:write': ['path', 'content'],
  'pre:view:render': ['view', 'data'],
};

/** The input as Armament's hooks know it; at points that are not Armament's, the point's own fields. */
export function armamentContext(point: Point, input: Fields): Record<string, unknown> {
  const toolNames = lookUp(toolFields, point.name);
  if (toolNames === undefined)
    return pick(input, lookUp(contextFields, point.name) ?? fieldNames(point.fields));
  const context = {
    tool: input['tool_name'],
    args: argsOf(input['tool_input']),
    result: input['tool_response'],
  };
  return pick(context, toolNames);
}

function argsOf(toolInput: unknown): unknown {
  return hasCommand(toolInput) ? toolInput['command'] : toolInput;
}

function hasCommand(toolInput: unknown): toolInput is Fields {
  return isObject(toolInput) && Object.hasOwn(toolInput, 'command') && toolInput['command'] !== undefined;
}

/** What Armament calls the point's subject. */
function subjectName(point: Point): string | null {
  if (point.name === 'PreToolUse') return 'args';
  return point.name === 'PostToolUse' ? 'result' : point.subject;
}

/** Reads `modify: { field: value }`: only the field that is the point's subject can be replaced. */
export function readModify(fields: FieldReader): void {
  const changes = fields.object('modify');
  if (changes === undefined) return;
  const { reader } = fields;
  const { point } = reader.call;
  const subject = subjectName(point);
  const accepted = [subject, point.subject].filter((name) => name !== null);
  for (const name of changes.names) {
    if (!accepted.includes(name)) {
      const what =
        subject === null ? 'nothing can be modified here' : `only "${subject}" can be modified here`;
      reader.add(notify(`modify of "${name}" was dropped: ${what}${didYouMean(name, accepted)}`, 'warning'));
      continue;
    }
    const value = changes.json(name);
    if (value !== undefined) reader.add(modify(name === 'args' ? writeBack(reader.call, value) : value));
  }
}

/** Arguments that were the command go back to where they came from. */
function writeBack({ input }: WireCall, args: unknown): unknown {
  const toolInput = input['tool_input'];
  return hasCommand(toolInput) ? { ...toolInput, command: args } : args;
}
