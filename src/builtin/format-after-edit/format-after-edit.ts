import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { compileWildcard } from '../../bounds/wildcard.ts';
import { inject, notify } from '../../engine/outcome/effects.ts';
import { isFile } from '../../files/file-facts.ts';
import { realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { type GivenCall, isPathAction } from '../../shell/actions/action.ts';
import { actionsOf } from '../../shell/actions/actions-of.ts';
import { wholeText } from '../../shell/actions/path-text.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { durationMs, filled, readOptions } from '../builtin-options.ts';
import { givenCall } from '../helpers/given-call.ts';
import { runToEnd } from '../helpers/run-to-end.ts';
import { once } from '../once.ts';
import { formatters } from './formatters.ts';

const rule = once(() => z.strictObject({ files: filled(), command: z.array(filled()).min(1) }));

const options = once(() =>
  z.strictObject({
    formatters: z
      .array(rule())
      .default([])
      .describe(
        'Formatters of your own, before the usual ones: `{ files: "*.sql", command: [sqlfmt] }`. The file comes last. Default: none.',
      ),
    timeout: durationMs().default(20_000).describe('How long a formatter may take. Default: 20 s.'),
  }),
);

export interface FormatAfterEditOptions {
  readonly formatters?:
    | readonly { readonly files: string; readonly command: readonly string[] }[]
    | undefined;
  readonly timeout?: number | string | undefined;
}

export const formatAfterEditRow = defineBuiltin({
  name: 'format-after-edit',
  summary:
    "Formats the files that the agent edits with the project's own formatter, and tells it what changed.",
  points: ['PostToolUse'],
  options,
  create,
});

export function formatAfterEdit(given: FormatAfterEditOptions = {}): HookFunction {
  return create(readOptions(formatAfterEditRow, given), { directory: process.cwd() });
}

const maxFiles = 20;

function create(
  { formatters: own, timeout }: z.output<ReturnType<typeof options>>,
  { directory }: BuiltinSetting,
): HookFunction {
  const rules = own.map(({ files, command }) => ({ matches: compileWildcard(files), command }));
  return builtinFunction(formatAfterEditRow, async (input, context) => {
    const root = realPath('.', directory);
    const effects = [];
    for (const file of editedFiles(givenCall(input, directory), root)) {
      const ownCommand = rules.find(({ matches }) => matches(basename(file)))?.command;
      const command = ownCommand ?? usualFormatter(file, root);
      if (command === null) continue;
      const before = readFileSync(file, 'utf8');
      const end = await runToEnd([...command, file], { cwd: root, timeoutMs: timeout, context });
      const name = relative(root, file);
      if (end.exitCode !== 0)
        effects.push(
          notify(
            `format-after-edit: ${basename(command[0] ?? '')} failed on ${name}: ${end.text.trim().slice(-500)}`,
            'warning',
          ),
        );
      const lines = changedLines(before, readFileSync(file, 'utf8'));
      if (lines !== null)
        effects.push(
          inject(
            `${basename(command[0] ?? '')} formatted ${name}: lines ${lines} changed. Read it again before you edit it.`,
            {
              into: 'tool_result',
            },
          ),
        );
    }
    return effects;
  });
}

/** Files inside the project that the call surely wrote. */
function editedFiles(call: GivenCall, root: string): readonly string[] {
  const files = actionsOf(call).actions.flatMap((action) => {
    if (!isPathAction(action) || action.kind !== 'write' || !action.isSure || action.below !== null)
      return [];
    const text = wholeText(action.path);
    const folder = action.folders[0] ?? null;
    if (text === null || folder === null) return [];
    const path = realPath(text, folder);
    return isFile(path) && isWithin(path, root) ? [path] : [];
  });
  return [...new Set(files)].slice(0, maxFiles);
}

/** The formatter that the nearest folder of the project is set up for. */
function usualFormatter(file: string, root: string): readonly string[] | null {
  for (let folder = dirname(file); isWithin(folder, root); folder = dirname(folder)) {
    for (const { ending, marks, command } of formatters) {
      if (!ending.test(file) || !marks.some((mark) => isMarked(folder, mark))) continue;
      const [program = '', ...words] = command;
      const installed = installedIn(folder, root, program);
      return [installed ?? program, ...words];
    }
    if (folder === root) break;
  }
  return null;
}

/** `package.json: "prettier"` is a file with that text in it. */
function isMarked(folder: string, mark: string): boolean {
  const [name = '', text] = mark.split(': ');
  const file = join(folder, name);
  return existsSync(file) && (text === undefined || readFileSync(file, 'utf8').includes(text));
}

function installedIn(start: string, root: string, program: string): string | null {
  for (let folder = start; isWithin(folder, root); folder = dirname(folder)) {
    const places = [join(folder, 'node_modules', '.bin', program), join(folder, '.venv', 'bin', program)];
    const installed = places.find((path) => existsSync(path));
    if (installed !== undefined) return installed;
    if (folder === root) break;
  }
  return null;
}

/** The first and last line that differ, as `3-7`; null where the texts are equal. */
function changedLines(before: string, after: string): string | null {
  if (before === after) return null;
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end))
    end += 1;
  return `${start + 1}-${Math.max(fresh.length - end, start + 1)}`;
}
