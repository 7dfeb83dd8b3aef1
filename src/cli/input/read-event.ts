import { createReadStream, fstatSync } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { parseJson } from '../../config/source/json-source.ts';
import { formatPlace } from '../../config/source/problem.ts';
import { SourceFile } from '../../config/source/source-file.ts';
import type { PointReference } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { canonicalTool, isToolNamed } from '../../engine/points/tool-names.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { describe, messageOf } from '../../engine/values/text.ts';
import { fromClaudeInput } from '../../protocols/claude-code/input.ts';
import type { CommandCall } from '../command.ts';
import { type Event, hasEventOptions, withEventOptions } from './event-options.ts';

/** Larger than any event, and small enough to read by accident. */
const maxBytes = 64 * 1024 * 1024;

/** The event of `--input`, of `--tool` and `--arg`, or of what is piped in. */
export async function readEvent(reference: PointReference, call: CommandCall): Promise<Event> {
  const { options } = call;
  const { input } = options;
  if (input === undefined) {
    const isGiven = hasEventOptions(options);
    const piped = isGiven ? '' : await pipedText(reference, call);
    if (piped.trim() === '')
      return completeEvent(reference, withEventOptions(reference, {}, options), 'no event was given');
    return completeEvent(reference, parseEvent(piped, 'stdin'), 'the event in stdin has none');
  }
  const name = input === '-' ? 'stdin' : String(input);
  const event = parseEvent(await readText(input, name, call), name);
  return completeEvent(
    reference,
    withEventOptions(reference, event, options),
    `the event in ${name} has none`,
  );
}

/** How long to wait for an event that the point does not need. */
const maxWaitMs = 1000;

/** What is piped in without being asked for; empty when nothing is. */
async function pipedText({ point }: PointReference, call: CommandCall): Promise<string> {
  if (!isPiped()) return '';
  const text = readText('-', 'stdin', call);
  if (point.matches !== null || point.subject !== null) return text;
  const nothing = new Promise<string>((resolve) => {
    setTimeout(resolve, maxWaitMs, '').unref();
  });
  const first = await Promise.race([text, nothing]);
  if (first !== '') return first;
  text.catch(() => undefined);
  process.stdin.destroy();
  return '';
}

/**
 * Completes an event: with the tool that a point's name such as `pre:tool:shell` gives, and with an id for the tool
 * call. Refuses an event without the fields of its point. `otherwise` says where they were looked for.
 */
export function completeEvent(
  { point, matcher }: PointReference,
  given: Readonly<Event>,
  otherwise: string,
): Event {
  const { matches, subject } = point;
  const event: Event = { ...fromClaudeInput(point.name, given) };
  if (matcher !== undefined) {
    if (matches === null)
      throw new HooklineError(
        'input-invalid',
        `${point.name} matches nothing, so ":${matcher}" means nothing`,
      );
    event[matches] ??= matcher;
    if (!isMeant(matches, event[matches], matcher)) {
      const said = `${point.name}:${matcher} means the ${matches} "${matcher}"`;
      throw new HooklineError('input-invalid', `${said}, and the event says ${describe(event[matches])}`);
    }
  }
  for (const field of [matches, subject]) {
    if (field === null || event[field] !== undefined || point.fields.includes(`${field}?`)) continue;
    throw new HooklineError(
      'input-invalid',
      `${point.name} needs "${field}", and ${otherwise}: ${example(point)}`,
    );
  }
  if (matches !== null && typeof event[matches] !== 'string') {
    throw new HooklineError(
      'input-invalid',
      `"${matches}" of ${point.name} is text, not ${describe(event[matches])}`,
    );
  }
  if (matches === 'tool_name') event[matches] = canonicalTool(String(event[matches]));
  if (point.fields.includes('tool_use_id')) event['tool_use_id'] ??= 'toolu_fire';
  return event;
}

function isPiped(): boolean {
  try {
    const status = fstatSync(0);
    return status.isFIFO() || status.isFile() || status.isSocket();
  } catch {
    // A process may have no stdin at all.
    return false;
  }
}

/** A tool may have several names. */
function isMeant(field: string, value: unknown, matcher: string): boolean {
  if (value === matcher || field !== 'tool_name') return value === matcher;
  return typeof value === 'string' && isToolNamed(canonicalTool(value), matcher);
}

async function readText(input: unknown, name: string, { signal, terminal }: CommandCall): Promise<string> {
  if (input === '-' && process.stdin.isTTY) terminal.tell('Type the event as JSON; Ctrl-D ends it.');
  const stream: Readable = input === '-' ? process.stdin : createReadStream(String(input));
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of addAbortSignal(signal, stream) as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) throw new Error('it is larger than 64 MiB');
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not text in UTF-8' : messageOf(error);
    throw new HooklineError('input-invalid', `the event cannot be read from ${name}: ${why}`);
  }
}

function parseEvent(text: string, name: string): Event {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch (error) {
    throw new HooklineError(
      'input-invalid',
      text.trim() === '' ? `the event in ${name} is empty` : notJson(text, name, error),
    );
  }
  if (isObject(event)) return { ...event };
  throw new HooklineError(
    'input-invalid',
    `the event in ${name} is ${describe(event)}; an event is an object of fields`,
  );
}

/** Node's own message rarely gives the place, and differs from version to version. */
function notJson(text: string, name: string, error: unknown): string {
  const [problem] = parseJson(new SourceFile(name, text)).problems.filter(
    ({ severity }) => severity === 'error',
  );
  if (problem === undefined) return `the event in ${name} is not JSON: ${messageOf(error)}`;
  return `${formatPlace(problem.place)}: the event is not JSON: ${problem.message}`;
}

function example(point: Point): string {
  const fields = [point.matches, point.subject].filter((field) => field !== null);
  const event = Object.fromEntries(
    fields.map((field) => [
      field,
      field === 'tool_input' ? { command: 'ls' } : field === 'tool_name' ? 'Bash' : '…',
    ]),
  );
  const isTool = point.subject === 'tool_input';
  return isTool
    ? `try hookline fire ${point.name} --tool Bash --arg command=ls`
    : `try echo '${JSON.stringify(event)}' | hookline fire ${point.name}`;
}
