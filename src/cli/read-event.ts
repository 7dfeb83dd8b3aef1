import { readFile } from 'node:fs/promises';
import { HooklineError } from '../engine/errors.ts';
import type { Point } from '../engine/point-types.ts';
import { describe, messageOf } from '../engine/text.ts';

/** The event that a file or stdin holds, with an id for the tool call where it has none. */
export async function readEvent(point: Point, file: unknown): Promise<Record<string, unknown>> {
  const name = file === '-' ? 'stdin' : String(file);
  const event = file === undefined ? {} : parseEvent(await readText(file, name), name);
  return completeEvent(
    point,
    event,
    file === undefined ? 'no event was given' : `the event in ${name} has none`,
  );
}

/** Refuses an event without the fields that its point is about; `otherwise` says where they were looked for. */
export function completeEvent(
  point: Point,
  event: Readonly<Record<string, unknown>>,
  otherwise: string,
): Record<string, unknown> {
  for (const field of [point.matches, point.subject]) {
    if (field === null || event[field] !== undefined) continue;
    throw new HooklineError(
      'input-invalid',
      `${point.name} needs "${field}", and ${otherwise}: ${example(point)}`,
    );
  }
  return point.fields.includes('tool_use_id') ? { tool_use_id: 'toolu_fire', ...event } : { ...event };
}

async function readText(file: unknown, name: string): Promise<string> {
  try {
    if (file !== '-') return await readFile(String(file), 'utf8');
    const parts: Buffer[] = [];
    for await (const part of process.stdin) parts.push(part as Buffer);
    return Buffer.concat(parts).toString('utf8');
  } catch (error) {
    throw new HooklineError('input-invalid', `the event cannot be read from ${name}: ${messageOf(error)}`);
  }
}

function parseEvent(text: string, name: string): Record<string, unknown> {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch (error) {
    throw new HooklineError('input-invalid', `the event in ${name} is not JSON: ${messageOf(error)}`);
  }
  if (typeof event === 'object' && event !== null && !Array.isArray(event)) return { ...event };
  throw new HooklineError('input-invalid', `the event in ${name} is an object, not ${describe(event)}`);
}

function example(point: Point): string {
  const fields = [point.matches, point.subject].filter((field) => field !== null);
  const event = Object.fromEntries(
    fields.map((field) => [field, field === 'tool_input' ? { command: 'ls' } : '…']),
  );
  return `try echo '${JSON.stringify(event)}' | hookline fire ${point.name} --input -`;
}
