import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { TookTooLong, withinTime } from '../../../bounds/within-time.ts';
import { cutEnd } from '../../../engine/values/cut-text.ts';
import { messageOf } from '../../../engine/values/text.ts';
import { absolutePath } from '../../../files/real-path.ts';
import { toolError } from '../../../models/tool-result.ts';
import { defineTool } from '../define-tool.ts';
import { isBinary, problemOf } from '../text-file.ts';
import type { Tool } from '../tool.ts';
import { compilePathPattern } from './path-pattern.ts';
import { walkFiles } from './walk-files.ts';

interface SearchOptions {
  readonly expression: RegExp;
  readonly multiline: boolean;
  readonly before: number;
  readonly after: number;
}

interface FoundLine {
  readonly number: number;
  readonly text: string;
  readonly isMatch: boolean;
}

interface FoundText {
  readonly count: number;
  readonly lines: readonly (FoundLine | null)[];
}

const maxLineLength = 500;

function searchText(text: string, options: SearchOptions): FoundText {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const hits = options.multiline
    ? linesOfMatches(text, options.expression)
    : lines.flatMap((line, index) => (options.expression.test(line) ? [index] : []));
  return { count: hits.length, lines: around(lines, hits, options) };
}

function linesOfMatches(text: string, expression: RegExp): readonly number[] {
  const hits = new Set<number>();
  let line = 0;
  let at = 0;
  for (const match of text.matchAll(expression)) {
    line += breaksIn(text, at, match.index);
    at = match.index;
    const last = line + breaksIn(text, match.index, match.index + match[0].length);
    for (let hit = line; hit <= last; hit += 1) hits.add(hit);
  }
  return [...hits];
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function around(
  lines: readonly string[],
  hits: readonly number[],
  { before, after }: SearchOptions,
): readonly (FoundLine | null)[] {
  const found: (FoundLine | null)[] = [];
  const isHit = new Set(hits);
  let next = 0;
  for (const hit of hits) {
    const start = Math.max(next, hit - before);
    if (start > next && found.length > 0) found.push(null);
    const end = Math.min(lines.length - 1, hit + after);
    for (let at = start; at <= end; at += 1) {
      found.push({ number: at + 1, text: cutEnd(lines[at] ?? '', maxLineLength), isMatch: isHit.has(at) });
    }
    next = Math.max(next, end + 1);
  }
  return found;
}

const maxLines = 500;
const maxFileBytes = 8 * 1024 * 1024;
const batchBytes = 512 * 1024;
const batchTimeoutMs = 2000;
/** All batches together; a pattern that is nearly too slow for each would take hours. */
const maxSearchMs = 20_000;

const lines = z.number().int().min(0).max(100).optional();
const input = z.object({
  pattern: z.string().min(1).describe('A JavaScript regular expression.'),
  path: z.string().optional().describe('The file or folder to search. Default: the working folder.'),
  glob: z.string().optional().describe('Which files to search, such as `*.ts` or `src/**/*.{js,ts}`.'),
  output_mode: z
    .enum(['content', 'files_with_matches', 'count'])
    .optional()
    .describe(
      'content: matching lines. files_with_matches: only the files. count: how many per file. Default: files_with_matches.',
    ),
  '-i': z.boolean().optional().describe('Ignore case.'),
  '-n': z.boolean().optional().describe('Show line numbers in the mode `content`. Default: true.'),
  '-A': lines.describe('Lines to show after each match.'),
  '-B': lines.describe('Lines to show before each match.'),
  '-C': lines.describe('Lines to show before and after each match.'),
  multiline: z.boolean().optional().describe('Let `.` match line breaks and matches go over several lines.'),
  head_limit: z.number().int().min(1).optional().describe('How many lines of output to give at most.'),
});

type GrepInput = z.output<typeof input>;
interface Searched extends FoundText {
  readonly path: string;
}

export const grepTool: Tool = defineTool({
  name: 'Grep',
  description:
    'Searches the text of files for a regular expression. Binary files, .git and node_modules are left out.',
  input,
  concurrent: true,
  readOnly: true,
  async run(given, { cwd, signal }) {
    const options = searchOptionsOf(given);
    if ('problem' in options) return toolError(options.problem);
    const limit = Math.min(given.head_limit ?? maxLines, maxLines);
    const output: string[] = [];
    try {
      for await (const found of search(absolutePath(given.path ?? '.', cwd), given.glob, options, signal)) {
        output.push(...linesOf(found, given));
        if (output.length > limit) break;
      }
    } catch (error) {
      if (error instanceof TookTooLong) {
        return toolError(
          `the pattern ${given.pattern} takes too long to match; write it without nested repetition`,
        );
      }
      return toolError(problemOf(error, given.path ?? cwd));
    }
    if (output.length === 0) return 'No matches found';
    if (output.length <= limit) return output.join('\n');
    return [...output.slice(0, limit), `[only the first ${limit} lines; narrow the search for more]`].join(
      '\n',
    );
  },
});

function searchOptionsOf(given: GrepInput): SearchOptions | { readonly problem: string } {
  const multiline = given.multiline ?? false;
  const flags = `${given['-i'] === true ? 'i' : ''}${multiline ? 'gms' : ''}`;
  const around = given['-C'] ?? 0;
  const isContent = given.output_mode === 'content';
  try {
    return {
      expression: new RegExp(given.pattern, flags),
      multiline,
      before: isContent ? (given['-B'] ?? around) : 0,
      after: isContent ? (given['-A'] ?? around) : 0,
    };
  } catch (error) {
    return { problem: `the pattern is not a regular expression: ${messageOf(error)}` };
  }
}

async function* search(
  place: string,
  glob: string | undefined,
  options: SearchOptions,
  signal: AbortSignal,
): AsyncGenerator<Searched, void, undefined> {
  let batch: { readonly path: string; readonly text: string }[] = [];
  let size = 0;
  let spentMs = 0;
  const searchTimed = (): readonly Searched[] => {
    const start = performance.now();
    const found = searchBatch(batch, options);
    spentMs += performance.now() - start;
    if (spentMs > maxSearchMs) throw new TookTooLong(`took more than ${maxSearchMs} ms`);
    return found;
  };
  for await (const path of filesAt(place, glob, signal)) {
    const text = await textOf(path);
    if (text === null) continue;
    batch.push({ path, text });
    size += text.length;
    if (size < batchBytes) continue;
    yield* searchTimed();
    batch = [];
    size = 0;
  }
  yield* searchTimed();
}

/** Many files at a time, since every time limit costs a thread. */
function searchBatch(
  batch: readonly { readonly path: string; readonly text: string }[],
  options: SearchOptions,
): readonly Searched[] {
  const all = withinTime(
    () => batch.map(({ path, text }) => ({ path, ...searchText(text, options) })),
    batchTimeoutMs,
  );
  return all.filter((found) => found.count > 0);
}

async function* filesAt(
  place: string,
  glob: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  if (!(await stat(place)).isDirectory()) {
    yield place;
    return;
  }
  const pattern = glob === undefined ? null : compilePathPattern(glob.includes('/') ? glob : `**/${glob}`);
  const walk = walkFiles(place, { signal, ...(pattern === null ? {} : { pattern }) });
  for await (const file of walk.files) {
    if (pattern?.matches(file) ?? true) yield join(place, file);
  }
}

/** Null for an unreadable or binary file: it must not end a search. */
async function textOf(path: string): Promise<string | null> {
  try {
    const facts = await stat(path);
    if (!facts.isFile() || facts.size > maxFileBytes) return null;
    const bytes = await readFile(path);
    return isBinary(bytes) ? null : bytes.toString('utf8');
  } catch {
    return null;
  }
}

function linesOf(found: Searched, given: GrepInput): readonly string[] {
  const { path } = found;
  if (given.output_mode === 'count') return [`${path}:${found.count}`];
  if (given.output_mode !== 'content') return [path];
  const isNumbered = given['-n'] ?? true;
  return found.lines.map((line) => {
    if (line === null) return '--';
    const mark = line.isMatch ? ':' : '-';
    return `${path}${mark}${isNumbered ? `${line.number}${mark}` : ''}${line.text}`;
  });
}
