import type { Fields } from '../engine/values/shapes.ts';
import { isObject } from '../engine/values/shapes.ts';

const maxLength = 1024 * 1024;

/** The JSON objects in a tool's answer: itself, JSON as text, a shell's `stdout`, and the content list of an MCP server. */
export function objectsInOutput(response: unknown): readonly Fields[] {
  const found: Fields[] = [];
  collect(response, found, 0);
  return found;
}

function collect(value: unknown, found: Fields[], depth: number): void {
  if (depth > 3) return;
  if (typeof value === 'string') {
    const parsed = parseObject(value);
    if (parsed !== undefined) collect(parsed, found, depth + 1);
  } else if (Array.isArray(value)) {
    for (const item of value.slice(0, 100)) if (isTextPart(item)) collect(item.text, found, depth + 1);
  } else if (isObject(value)) {
    found.push(value);
    for (const key of ['stdout', 'content', 'text', 'output', 'structuredContent']) {
      if (Object.hasOwn(value, key)) collect(value[key], found, depth + 1);
    }
  }
}

function parseObject(text: string): unknown {
  const trimmed = text.length > maxLength ? '' : text.trim();
  if (!trimmed.startsWith('{') && !trimmed.startsWith('[')) return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    return undefined;
  }
}

function isTextPart(item: unknown): item is { readonly text: string } {
  return isObject(item) && item['type'] === 'text' && typeof item['text'] === 'string';
}
