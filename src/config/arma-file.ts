import { basename, dirname } from 'node:path';
import { HooklineError } from '../engine/errors.ts';
import { compileMatcher, matchAll } from '../engine/matcher.ts';
import { messageOf } from '../engine/text.ts';
import { armaHandler, armaHookOptions } from './arma-hooks.ts';
import { parseArma } from './arma-script.ts';
import type { Declaration, FileContent } from './declaration.ts';
import type { Place, Problem } from './problem.ts';
import type { SourceFile } from './source-file.ts';
import { type Settings, usualPolicy, usualTimeout } from './usual-options.ts';

/** Turns the lines of an `.arma` script into declarations, under the settings of the file that names it. */
export function readArmaFile(
  file: SourceFile,
  settings: Settings,
  permissions: () => ReadonlySet<string>,
): FileContent {
  const script = parseArma(file.text);
  const placeOf = (span: Pick<Place, 'line' | 'column' | 'endColumn'>): Place => {
    const { line, column, endColumn } = span;
    return { file: file.path, line, column, endColumn, text: file.line(line) };
  };
  const problems: Problem[] = script.problems.map(({ severity, message, ...span }) => ({
    severity,
    message,
    place: placeOf(span),
  }));
  const declarations: Declaration[] = [];
  for (const hook of script.hooks) {
    const place = placeOf({
      line: hook.line,
      column: hook.column,
      endColumn: hook.column + hook.text.length,
    });
    const { name = null, matcher: _, ...options } = armaHookOptions(hook, file.path, basename(file.path));
    try {
      declarations.push({
        point: hook.point,
        name,
        agent: null,
        matcher: hook.point.matches === null ? matchAll : { ...compileMatcher(hook.matcher), warnings: [] },
        options: { ...usualTimeout(settings), ...usualPolicy(settings, hook.point, 'enforce'), ...options },
        group: null,
        handler: armaHandler(hook, { directory: dirname(file.path), permissions }),
        type: 'arma',
        runs: hook.text,
        description: null,
        place,
      });
    } catch (problem) {
      if (!(problem instanceof HooklineError)) throw problem;
      problems.push({ severity: 'error', message: messageOf(problem), place });
    }
  }
  return { declarations, overrides: [], problems };
}
