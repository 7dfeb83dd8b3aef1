import { createReadStream, fstatSync } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { parseJson } from '../../config/source/json-source.ts';
import { formatPlace } from '../../config/source/problem.ts';
import { SourceFile } from '../../config/source/source-file.ts';
import type { PointReference } from '../../engine/points/point.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { describe, messageOf } from '../../engine/values/text.ts';
import { completeEvent, type Event } from '../../policy-test/complete-event.ts';
import type { CommandCall } from '../command.ts';

const maxBytes = 64 * 1024 * 1024;

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

const maxWaitMs = 1000;

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

function isPiped(): boolean {
  try {
    const status = fstatSync(0);
    return status.isFIFO() || status.isFile() || status.isSocket();
  } catch {
    // A process may have no stdin at all.
    return false;
  }
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

function notJson(text: string, name: string, error: unknown): string {
  const [problem] = parseJson(new SourceFile(name, text)).problems.filter(
    ({ severity }) => severity === 'error',
  );
  if (problem === undefined) return `the event in ${name} is not JSON: ${messageOf(error)}`;
  return `${formatPlace(problem.place)}: the event is not JSON: ${problem.message}`;
}

function hasEventOptions(options: Readonly<Record<string, unknown>>): boolean {
  return options['tool'] !== undefined || options['arg'] !== undefined;
}

function withEventOptions(
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
