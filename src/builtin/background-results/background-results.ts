import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Effect, inject, notify, type Place } from '../../engine/outcome/effects.ts';
import { cutEndCounted } from '../../engine/values/cut-text.ts';
import { putLast } from '../../engine/values/maps.ts';
import { filesIn, setAside } from '../../files/folder-files.ts';
import { readIfThere, takeFile } from '../../files/take-file.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { agentOf } from '../agent-states.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { filled, place, readOptions } from '../builtin-options.ts';
import { textFromFile } from '../file-text.ts';
import { once } from '../once.ts';

const options = once(() =>
  z.strictObject({
    folder: filled()
      .optional()
      .describe(
        'The folder for results: one `.json` or `.txt` file each. A file is removed when it is delivered.',
      ),
    limit: z.int().min(1).default(600).describe('Maximum number of characters of each result. Default: 600.'),
    into: place().default('tool_result').describe('Where the results go. Default: tool_result.'),
  }),
);

export interface BackgroundResult {
  /** Each id is delivered once. A result without an id is delivered every time. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** How it ended. Default: `completed`. */
  readonly status?: string | undefined;
  readonly output?: unknown;
  readonly error?: string | undefined;
}

type Results = readonly BackgroundResult[] | null | undefined;

interface Sources {
  /** Returns what finished since the last call, for one agent; `main` is the session's own. */
  finished?(agent: string): Results | Promise<Results>;
}

export interface BackgroundResultsOptions extends Sources {
  readonly folder?: string | undefined;
  readonly limit?: number | undefined;
  readonly into?: Place | undefined;
}

export const backgroundResultsRow = defineBuiltin({
  name: 'background-results',
  summary: 'Gives the agent the results of background work, with the next tool result.',
  points: ['PostToolUse', 'PostToolUseFailure'],
  options,
  create: (read, setting) => create(read, setting, {}),
});

export function backgroundResults(given: BackgroundResultsOptions = {}): HookFunction {
  const { finished: _, ...rest } = given;
  const read = readOptions(backgroundResultsRow, rest);
  return create(read, { directory: process.cwd() }, given);
}

const maxIds = 10_000;

function create(
  { folder, limit, into }: z.output<ReturnType<typeof options>>,
  { directory }: BuiltinSetting,
  { finished }: Sources,
): HookFunction {
  const delivered = new Map<string, true>();
  const isNew = ({ id }: BackgroundResult): boolean => {
    if (id === undefined) return true;
    if (delivered.has(id)) return false;
    putLast(delivered, id, true, maxIds);
    return true;
  };
  return builtinFunction(backgroundResultsRow, async (input, context) => {
    const notices: Effect[] = [];
    const given = (await finished?.(agentOf(input, context))) ?? [];
    const found = folder === undefined ? [] : await takeResults(resolve(directory, folder), notices);
    const results = [...given.filter(isNew), ...found];
    if (results.length === 0) return notices;
    const content = textOf(results, limit);
    if (folder === undefined || found.length === 0) return [...notices, inject(content, { into })];
    const said = textFromFile({ content }, { into, file: folder });
    return [...notices, inject(said.content, { into: said.into })];
  });
}

function textOf(results: readonly BackgroundResult[], limit: number): string {
  const head =
    results.length === 1 ? 'Background work finished:' : `${results.length} background tasks finished:`;
  return [head, ...results.map((result) => entryOf(result, limit))].join('\n\n');
}

function entryOf({ id, name, status, output, error }: BackgroundResult, limit: number): string {
  const what = name ?? id ?? 'task';
  const label = name !== undefined && id !== undefined ? `${name} (${id})` : what;
  const text =
    error ?? (typeof output === 'string' ? output : output === undefined ? '' : JSON.stringify(output));
  return `[${label}: ${status ?? (error === undefined ? 'completed' : 'failed')}]\n${cutEndCounted(text.trim(), limit)}`.trim();
}

const fileForm = once(() =>
  z.looseObject({
    id: z.string().optional(),
    name: z.string().optional(),
    status: z.string().optional(),
    output: z.unknown().optional(),
    error: z.string().optional(),
  }),
);

async function takeResults(folder: string, notices: Effect[]): Promise<readonly BackgroundResult[]> {
  const results: BackgroundResult[] = [];
  for (const file of await filesIn(folder, /^[^.].*\.(json|txt)$/)) {
    const path = join(folder, file);
    const text = await readIfThere(path);
    if (text === null) continue;
    const result = readResult(file, text);
    if (result !== null) {
      // Another process may have taken the file since; only the claim counts.
      if ((await takeFile(path)) !== null) results.push(result);
    } else if (await setAside(folder, file)) {
      notices.push(
        notify(`${file} in ${folder} isn't a readable result; it is in unreadable/ now`, 'warning'),
      );
    }
  }
  return results;
}

function readResult(file: string, text: string): BackgroundResult | null {
  const name = file.replace(/\.[^.]*$/, '');
  if (file.endsWith('.txt')) return { name, output: text };
  try {
    const { id, name: own = name, status, output, error } = fileForm().parse(JSON.parse(text));
    return { id, name: own, status, output, error };
  } catch {
    return null;
  }
}
