import { z } from 'zod';
import { compileMatcher, type Matcher } from '../../engine/hooks/matcher.ts';
import { inject, type Place } from '../../engine/outcome/effects.ts';
import { cutEndCounted } from '../../engine/values/cut-text.ts';
import { type Fields, isObject, valueAt } from '../../engine/values/shapes.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { builtinFunction, defineBuiltin } from '../builtin.ts';
import { filled, pattern, place, readOptions } from '../builtin-options.ts';
import { once } from '../once.ts';

const scalar = once(() => z.union([z.string(), z.number(), z.boolean(), z.null()]));

const rule = once(() =>
  z.strictObject({
    tool: pattern().default('*').describe('The tools it is for.'),
    when: z
      .record(filled(), z.union([scalar(), z.array(scalar())]))
      .default({})
      .describe(
        'Paths into the JSON answer of the tool, each with the value, or a list of values, it must have.',
      ),
    text: filled().describe('The reminder.'),
  }),
);

const options = once(() =>
  z.strictObject({
    field: filled()
      .default('reminder')
      .describe("Where the tool's own reminder is in its JSON answer, as a path. Default: reminder."),
    rules: z
      .array(rule())
      .default([])
      .describe(
        'Your own reminders. Each has a `text`, and may have a `tool` and conditions (`when`). Default: none.',
      ),
    into: place().default('user_message').describe('Where a reminder goes. Default: user_message.'),
    limit: z
      .int()
      .min(1)
      .default(2000)
      .describe("Maximum number of characters of a tool's own reminder. Default: 2000."),
  }),
);

type Scalar = string | number | boolean | null;

export interface RemindersOptions {
  readonly field?: string | undefined;
  readonly rules?:
    | readonly {
        readonly tool?: string | undefined;
        readonly when?: Readonly<Record<string, Scalar | readonly Scalar[]>> | undefined;
        readonly text: string;
      }[]
    | undefined;
  readonly into?: Place | undefined;
  readonly limit?: number | undefined;
}

export const remindersRow = defineBuiltin({
  name: 'reminders',
  summary: 'Reminds the agent of what a tool result asks for.',
  points: ['PostToolUse'],
  options,
  create,
});

export function reminders(given: RemindersOptions = {}): HookFunction {
  return create(readOptions(remindersRow, given));
}

function create({ field, rules, into, limit }: z.output<ReturnType<typeof options>>): HookFunction {
  const compiled = rules.map((one) => ({ ...one, matcher: compileMatcher(one.tool, 'tool_name') }));
  return builtinFunction(remindersRow, (input) => {
    const objects = objectsInOutput(input['tool_response']);
    const own = objects.map((object) => valueAt(object, field.split('.'))).filter(isFilledText);
    const tool = String(input['tool_name']);
    const ruled = compiled.filter((one) => applies(one, tool, objects)).map(({ text }) => text);
    const texts = [...own.map((text) => cutEndCounted(text, limit)), ...ruled];
    return [...new Set(texts)].map((text) => inject(text, { into }));
  });
}

function applies(
  { matcher, when }: z.output<ReturnType<typeof rule>> & { readonly matcher: Matcher },
  tool: string,
  objects: readonly object[],
): boolean {
  if (!matcher.matches(tool)) return false;
  const conditions = Object.entries(when);
  if (conditions.length === 0) return true;
  return objects.some((object) =>
    conditions.every(([path, wanted]) =>
      [wanted].flat().some((value) => valueAt(object, path.split('.')) === value),
    ),
  );
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

const maxJsonLength = 1024 * 1024;

/** The JSON objects in a tool's answer: itself, JSON as text, a shell's `stdout`, and the content list of an MCP server. */
function objectsInOutput(response: unknown): readonly Fields[] {
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
  const trimmed = text.length > maxJsonLength ? '' : text.trim();
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
