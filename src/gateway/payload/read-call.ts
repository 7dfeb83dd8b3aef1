import { basename, resolve } from 'node:path';
import { pointNamed } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject, valueAt } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe, textOf } from '../../engine/values/text.ts';
import type { AgentProduct, NativeEvent, NativeTool } from '../agents/agent-product.ts';
import { canonicalInput, toolOf } from './canonical-tool.ts';

/** What an agent announced, in the words of the points. */
export interface AgentCall {
  readonly agent: AgentProduct;
  /** The agent's own name of the event. */
  readonly eventName: string;
  readonly event: NativeEvent;
  readonly point: Point;
  readonly payload: Fields;
  /** What hooks receive. */
  readonly input: Fields;
  /** The tool that is called, at the events of tools. */
  readonly tool: { readonly name: string; readonly row: NativeTool; readonly input: Fields } | null;
}

/** Reads what an agent announced. Throws where that is not understood. */
export function readCall(agent: AgentProduct, payload: Fields): AgentCall {
  const { hook_event_name: eventName } = payload;
  if (typeof eventName !== 'string') {
    throw notUnderstood(agent, `"hook_event_name" is ${describe(eventName)}, not the name of an event`);
  }
  const { cwd = null } = payload;
  if (cwd !== null && typeof cwd !== 'string')
    throw notUnderstood(agent, `"cwd" is ${describe(cwd)}, not a folder`);
  const event = lookUp(agent.events, eventName);
  if (event === undefined) {
    const hint = didYouMean(eventName, Object.keys(agent.events));
    throw notUnderstood(agent, `"${eventName}" is no event of ${agent.title} that is known${hint}`);
  }
  const point = pointNamed(event.point);
  const fields = pointFields(event, point, payload);
  const tool = point.matches === 'tool_name' ? calledTool(agent, fields, payload) : null;
  const input =
    tool === null
      ? fields
      : {
          ...fields,
          tool_name: tool.row.tool,
          ...inItsFolder(tool.row, canonicalInput(tool.row, tool.input), fields['cwd']),
          native_tool_name: tool.name,
          native_tool_input: tool.input,
        };
  return { agent, eventName, event, point, payload, input: { ...input, hook_event_name: point.name }, tool };
}

/** Relative paths of a call start where the tool works, which a field of its input may say. */
function inItsFolder({ folder = '' }: NativeTool, input: Fields, cwd: unknown): Fields {
  const { [folder]: named } = input;
  if (typeof named !== 'string' || named === '') return { tool_input: input };
  const path = resolve(textOf(cwd), named);
  return { cwd: path, tool_input: { ...input, [folder]: path } };
}

/** The payload under the names of the point's fields. What the agent does not tell is null. */
function pointFields(
  { fields = {}, values = {}, lastParts = {} }: NativeEvent,
  point: Point,
  payload: Fields,
): Fields {
  const moved = Object.entries(fields).map(
    ([name, path]) => [name, valueAt(payload, path.split('.'))] as const,
  );
  const taken = new Set(Object.values(fields).map((path) => path.split('.')[0]));
  const input: Record<string, unknown> = Object.fromEntries([
    ...Object.entries(payload).filter(([name]) => !taken.has(name)),
    ...moved.filter(([, value]) => value !== undefined),
  ]);
  for (const name of point.fields) if (!name.endsWith('?')) input[name] ??= null;
  for (const [name, path] of Object.entries(lastParts)) input[name] = basename(textOf(input[path]));
  for (const [name, words] of Object.entries(values)) {
    input[name] = lookUp(words, String(input[name])) ?? input[name];
  }
  const { matches } = point;
  if (matches !== null && matches !== 'tool_name') input[matches] = String(input[matches] ?? '');
  return input;
}

function calledTool(agent: AgentProduct, fields: Fields, payload: Fields): AgentCall['tool'] {
  const { tool_name: name, tool_input: input } = fields;
  if (typeof name !== 'string' || name === '') {
    throw notUnderstood(agent, `the name of the tool is ${describe(name)}, not text`);
  }
  if (!isObject(input))
    throw notUnderstood(agent, `the input of ${name} is ${describe(input)}, not an object`);
  return { name, row: toolOf(agent, name, payload), input };
}

function notUnderstood({ title }: AgentProduct, why: string): HooklineError {
  return new HooklineError('input-invalid', `the payload of ${title} is not understood: ${why}`);
}
