import { basename, dirname } from 'node:path';
import type { HookOptions } from '../../engine/hooks/hook.ts';
import { compileMatcher, matchAll } from '../../engine/hooks/matcher.ts';
import { type ArmaSetting, createArma } from '../../handlers/arma/commands.ts';
import { type ArmaHook, type ArmaSpan, literalText } from '../../handlers/arma/hook.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { armament } from '../../protocols/armament/armament.ts';
import { defaultPolicy, defaultTimeout, type Settings } from '../hookline-yaml/file-defaults.ts';
import type { Declaration, FileContent } from '../load/declaration.ts';
import type { FilePlace } from '../source/problem.ts';
import type { SourceFile } from '../source/source-file.ts';
import { parseArma } from './script.ts';

/** Scripts run after critical and security hooks, and before all others. */
const scriptPriority = 50;

export function armaHandler(hook: ArmaHook, setting: Omit<ArmaSetting, 'protocol'>): HookFunction {
  return createArma(hook, { ...setting, protocol: armament });
}

export function armaHookOptions(hook: ArmaHook, file: string, name: string = basename(file)): HookOptions {
  const { line, matcher } = hook;
  return {
    name: `${name}:${line}`,
    priority: scriptPriority,
    source: file,
    ...(matcher === undefined ? {} : { matcher }),
  };
}

/** The hooks are named after the script, with the settings of the file that names it. */
export function readArmaFile(
  { path, text }: SourceFile,
  scriptName: string,
  settings: Settings,
  permissions: () => ReadonlySet<string>,
): FileContent {
  const { hooks, problems } = parseArma(text, path);
  const directory = dirname(path);
  const declarations = hooks.map((hook): Declaration => {
    const { point, matcher, pointSpan, line, column } = hook;
    const at = (span: ArmaSpan): FilePlace => ({
      ...{ file: path, line, text: hook.text },
      ...{ column: span.column, endColumn: span.endColumn },
    });
    const { name = null, matcher: _, ...options } = armaHookOptions(hook, path, scriptName);
    const [program] = hook.arguments;
    return {
      point,
      name,
      agent: null,
      matcher:
        point.matches === null ? matchAll : { ...compileMatcher(matcher, point.matches), warnings: [] },
      options: { ...defaultTimeout(settings), ...defaultPolicy(settings, point, 'enforce'), ...options },
      group: null,
      handler: armaHandler(hook, { directory, permissions }),
      type: 'arma',
      runs: hook.text,
      pattern: matcher,
      ...(hook.command === '/run' && { program: hook.arguments.map((word) => literalText(word) ?? '') }),
      keys: new Map([
        ['matcher', { key: 'matcher', place: at(pointSpan) }],
        ...(program === undefined ? [] : [['program', { key: 'program', place: at(program) }] as const]),
      ]),
      description: null,
      place: at({ column, endColumn: column + hook.text.length }),
    };
  });
  return { declarations, overrides: [], problems };
}
