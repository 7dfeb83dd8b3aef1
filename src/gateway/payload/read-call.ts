import { basename, resolve } from 'node:path';
import { pointNamed } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject, valueAt } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe, textOf } from '../../engine/values/text.ts';
import type { SessionKey } from '../../files/state/session-notes.ts';
import type { AgentProduct, NativeEvent, NativeTool } from '../agents/agent-product.ts';
import { canonicalInput, toolOf } from './canonical-tool.ts';
import { parsePayload } from './parse-payload.ts';

export interface AgentCall {
  readonly agent: AgentProduct;
  readonly eventName: string;
  readonly event: NativeEvent;
  readonly point: Point;
  readonly payload: Fields;
  /** Empty where the agent doesn't say. A tool may work elsewhere. */
  readonly folder: string;
  readonly input: Fields;
  readonly tool: { readonly name: string; readonly row: NativeTool; readonly input: Fields } | null;
}

export function readCall(agent: AgentProduct, payload: Fields): AgentCall {
  const { event: key = 'hook_event_name' } = agent.payload;
  const { [key]: eventName } = payload;
  if (typeof eventName !== 'string') {
    throw notUnderstood(agent, `"${key}" is ${describe(eventName)}, not the name of an event`);
  }
  const { cwd = null } = payload;
  if (cwd !== null && typeof cwd !== 'string')
    throw notUnderstood(agent, `"cwd" is ${describe(cwd)}, not a folder`);
  const event = lookUp(agent.events, eventName);
  if (event === undefined) {
    const hint = didYouMean(eventName, Object.keys(agent.events));
    throw notUnderstood(agent, `"${eventName}" isn't a known event of ${agent.title}${hint}`);
  }
  const point = pointNamed(event.point);
  const fields = pointFields(agent, event, point, payload);
  const tool = point.matches === 'tool_name' ? calledTool(agent, event, fields, payload) : null;
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
  const folder = textOf(fields['cwd'] ?? '');
  return {
    agent,
    eventName,
    event,
    point,
    payload,
    folder,
    input: { ...input, hook_event_name: point.name },
    tool,
  };
}

/** Relative paths of a call start in the tool's folder, which its input may name. */
function inItsFolder({ folder = '' }: NativeTool, input: Fields, cwd: unknown): Fields {
  const { [folder]: named } = input;
  if (typeof named !== 'string' || named === '') return { tool_input: input };
  const path = resolve(textOf(cwd), named);
  return { cwd: path, tool_input: { ...input, [folder]: path } };
}

function pointFields(
  agent: AgentProduct,
  { fields, lastParts = {} }: NativeEvent,
  point: Point,
  payload: Fields,
): Fields {
  const paths = { ...agent.payload.fields, ...fields };
  const moved = Object.entries(paths).map(
    ([name, path]) => [name, valueAt(payload, path.split('.'))] as const,
  );
  const taken = new Set(Object.values(paths).map((path) => path.split('.')[0]));
  const input: Record<string, unknown> = Object.fromEntries([
    ...Object.entries(payload).filter(([name]) => !taken.has(name)),
    ...moved.filter(([, value]) => value !== undefined),
  ]);
  for (const name of agent.payload.jsonTexts ?? []) {
    const { [name]: text } = input;
    if (typeof text === 'string') input[name] = parsePayload(text);
  }
  const { prompt } = input;
  if (Array.isArray(prompt))
    input['prompt'] = prompt.map((part) => textOf(valueAt(part, ['text']) ?? '')).join('\n');
  for (const name of point.fields) if (!name.endsWith('?')) input[name] ??= null;
  for (const [name, path] of Object.entries(lastParts)) input[name] = basename(textOf(input[path]));
  const { matches } = point;
  if (matches !== null && matches !== 'tool_name') input[matches] = String(input[matches] ?? '');
  return input;
}

function calledTool(
  agent: AgentProduct,
  event: NativeEvent,
  fields: Fields,
  payload: Fields,
): AgentCall['tool'] {
  const { tool_name: named, tool_input: input } = fields;
  const name = event.tool ?? named;
  if (typeof name !== 'string' || name === '') {
    throw notUnderstood(agent, `the name of the tool is ${describe(name)}, not text`);
  }
  if (!isObject(input))
    throw notUnderstood(agent, `the input of ${name} is ${describe(input)}, not an object`);
  const server = event.server === undefined ? undefined : valueAt(payload, event.server.split('.'));
  if (event.server !== undefined && typeof server !== 'string')
    throw notUnderstood(agent, `the name of the MCP server is ${describe(server)}, not text`);
  const row = server === undefined ? toolOf(agent, name, payload) : { tool: `mcp__${server}__${name}` };
  return { name, row, input };
}

function notUnderstood({ title }: AgentProduct, why: string): HooklineError {
  return new HooklineError('input-invalid', `the payload of ${title} is not understood: ${why}`);
}

export function sessionKey({ agent, input }: AgentCall, ...more: readonly string[]): SessionKey {
  return [agent.name, ...more, String(input['session_id']), String(input['agent_id'] ?? '')];
}
