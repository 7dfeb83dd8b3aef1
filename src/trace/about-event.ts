import { type Fields, isObject } from '../engine/values/shapes.ts';
import { words } from '../engine/values/text.ts';

const callFields = words('command file_path notebook_path path pattern url query description prompt');
const eventFields = ['prompt', 'message', 'reason', 'source', 'tool_response', 'last_assistant_message'];

export function aboutEvent(event: unknown, folder: string | null = null): string {
  if (!isObject(event)) return '';
  const { tool_input: call } = event;
  if (!isObject(call)) return asText(call ?? textField(event, eventFields) ?? '');
  const text = textField(call, callFields);
  if (text === null) return asText(call);
  return folder !== null && text.startsWith(`${folder}/`) ? text.slice(folder.length + 1) : text;
}

function textField(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const { [name]: value } = fields;
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
