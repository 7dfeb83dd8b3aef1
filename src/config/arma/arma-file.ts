import { dirname } from 'node:path';
import { compileMatcher, matchAll } from '../../engine/hooks/matcher.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { type ArmaHook, type ArmaSpan, literalText } from '../../handlers/arma/hook.ts';
import { defaultPolicy, defaultTimeout, type Settings } from '../hookline-yaml/file-defaults.ts';
import type { Declaration, FileContent } from '../load/declaration.ts';
import { type FilePlace, mistake } from '../source/problem.ts';
import type { SourceFile } from '../source/source-file.ts';
import { armaHandler, armaHookOptions } from './hooks.ts';
import { armaPlace, armaProblems } from './report.ts';
import { linesOf, parseArma } from './script.ts';

/** The hooks are named after the script, with the settings of the file that names it. */
export function readArmaFile(
  file: SourceFile,
  scriptName: string,
  settings: Settings,
  permissions: () => ReadonlySet<string>,
): FileContent {
  const script = parseArma(file.text);
  const lines = linesOf(file.text);
  const directory = dirname(file.path);
  const problems = [...armaProblems(script.problems, file.path, lines)];
  const declarations: Declaration[] = [];
  for (const hook of script.hooks) {
    const { line, column, text } = hook;
    const place = armaPlace(file.path, lines, { line, column, endColumn: column + text.length });
    const { name = null, matcher: _, ...options } = armaHookOptions(hook, file.path, scriptName);
    try {
      declarations.push({
        point: hook.point,
        name,
        agent: null,
        matcher:
          hook.point.matches === null
            ? matchAll
            : { ...compileMatcher(hook.matcher, hook.point.matches), warnings: [] },
        options: {
          ...defaultTimeout(settings),
          ...defaultPolicy(settings, hook.point, 'enforce'),
          ...options,
        },
        group: null,
        handler: armaHandler(hook, { directory, permissions }),
        type: 'arma',
        runs: hook.text,
        pattern: hook.matcher,
        ...programOf(hook),
        keys: keysOf(hook, (span) => armaPlace(file.path, lines, { line, ...span })),
        description: null,
        place,
      });
    } catch (problem) {
      if (!(problem instanceof HooklineError)) throw problem;
      problems.push(mistake(messageOf(problem), place));
    }
  }
  return { declarations, overrides: [], problems };
}

function programOf(hook: ArmaHook): Pick<Declaration, 'program'> {
  if (hook.command !== '/run') return {};
  return { program: hook.arguments.map((word) => literalText(word) ?? '') };
}

function keysOf(
  { pointSpan, arguments: [program] }: ArmaHook,
  place: (span: ArmaSpan) => FilePlace,
): NonNullable<Declaration['keys']> {
  const point = place(pointSpan);
  const keys = new Map([['matcher', { key: 'matcher', place: point }]]);
  if (program !== undefined) keys.set('program', { key: 'program', place: place(program) });
  return keys;
}
