import type { PointReference } from '../../engine/points/point.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { Event } from '../../policy-test/complete-event.ts';
import type { Parameter } from '../command.ts';

export const toolOption: Parameter = {
  flags: '--tool <name>',
  summary: 'the tool, or another value that the matchers of the point are compared with',
  values: 'tools',
};
export const argOption: Parameter = {
  flags: '--arg <key=value>',
  summary: "a field of the tool's input, or of the event; can be repeated; key:=value takes JSON",
  repeats: true,
};

export function hasEventOptions(options: Readonly<Record<string, unknown>>): boolean {
  return options['tool'] !== undefined || options['arg'] !== undefined;
}

export function withEventOptions(
  { point }: PointReference,
  event: Readonly<Event>,
  options: Readonly<Record<string, unknown>>,
): Event {
  if (!hasEventOptions(options)) return { ...event };
  const { tool, arg } = options;
  const result: Event = { ...event };
  if (typeof tool === 'string') {
    if (point.matches === null)
      throw new HooklineError('input-invalid', `${point.name} matches nothing, so "--tool" means nothing`);
    result[point.matches] = tool;
  }
  const isOfTool = point.matches === 'tool_name' && point.fields.includes('tool_input');
  const given = isObject(result['tool_input']) ? result['tool_input'] : {};
  const inner: Event = { ...given };
  for (const [key, value] of (Array.isArray(arg) ? arg : []).map((text) => pairOf(String(text)))) {
    const isField = point.fields.some((field) => field.replace(/\?$/, '') === key);
    if (isOfTool && !isField) inner[key] = value;
    else result[key] = value;
  }
  if (isOfTool && (isObject(result['tool_input']) || result['tool_input'] === undefined))
    result['tool_input'] = inner;
  return result;
}

function pairOf(text: string): readonly [string, unknown] {
  const at = text.indexOf('=');
  const isJson = at > 1 && text[at - 1] === ':';
  const key = at < 0 ? '' : text.slice(0, isJson ? at - 1 : at);
  const value = text.slice(at + 1);
  if (key === '')
    throw new HooklineError('input-invalid', `"--arg" takes KEY=VALUE, such as command=ls, not "${text}"`);
  if (!isJson) return [key, value];
  try {
    return [key, JSON.parse(value)];
  } catch (error) {
    throw new HooklineError(
      'input-invalid',
      `the value of "--arg ${key}:=…" is not JSON: ${messageOf(error)}`,
    );
  }
}
