import { toolOnWire } from '../engine/points/tool-names.ts';
import { type Fields, isObject } from '../engine/values/shapes.ts';
import { textOfStreams } from '../models/tool-result.ts';
import type { WireCall } from './protocol.ts';

export const suppressedText = '[output suppressed by hook]';

export function pick(input: Fields, names: Iterable<string>): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    if (Object.hasOwn(input, name) && input[name] !== undefined) picked[name] = input[name];
  }
  return picked;
}

export function withToolUseId({ point, input, context }: WireCall): Fields {
  if (input['tool_use_id'] !== undefined || !point.fields.includes('tool_use_id')) return input;
  return { ...input, tool_use_id: context.toolUseId ?? '' };
}

export function toolNameOn(wire: string, { input, context }: WireCall): unknown {
  const { tool_name: name } = input;
  return typeof name !== 'string' || context.wire === wire ? name : toolOnWire(name, wire);
}

export function fieldNames(fields: readonly string[]): readonly string[] {
  return fields.map((field) => field.replace(/\?$/, ''));
}

export function agentOfCall({ input, context }: WireCall): string | null {
  const { agent_id: id } = input;
  if (typeof id === 'string') return id;
  return context.agent === '*' ? null : context.agent;
}

export function timestampOf(input: Fields): string {
  const { timestamp } = input;
  return typeof timestamp === 'string' ? timestamp : new Date().toISOString().replace('Z', '+00:00');
}

/** Only the host knows how the model reads results. */
export function toolOutput({ point, input, context }: WireCall): string {
  const response = point.subject === 'error' ? input['error'] : input['tool_response'];
  return context.render?.(response) ?? outputText(response);
}

export function outputText(response: unknown): string {
  if (typeof response === 'string') return response;
  if (response === undefined || response === null) return '';
  if (Array.isArray(response) && response.length > 0) {
    const texts: unknown[] = response.map((block: unknown) => textBlock(block));
    if (texts.every((text) => typeof text === 'string')) return texts.join('\n');
  }
  if (isObject(response)) {
    const { stdout, stderr = '', content } = response;
    if (typeof stdout === 'string' && typeof stderr === 'string') return textOfStreams(stdout, stderr);
    if (Array.isArray(content)) return outputText(content);
  }
  try {
    return JSON.stringify(response) ?? String(response);
  } catch {
    return String(response);
  }
}

function textBlock(block: unknown): unknown {
  return typeof block === 'object' &&
    block !== null &&
    'type' in block &&
    block.type === 'text' &&
    'text' in block
    ? block.text
    : undefined;
}
