import { dirname, resolve } from 'node:path';
import { armaHandler, armaHookOptions } from '../../config/arma/hooks.ts';
import { checkedArma } from '../../config/arma/report.ts';
import { formatProblem } from '../../config/source/problem.ts';
import type { LogEntry } from '../../engine/firing/interceptor.ts';
import type { HookOptions } from '../../engine/hooks/hook.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { type OptionChecks, textCheck } from '../../engine/values/options.ts';
import type { HookFunction } from '../../handlers/handler.ts';

export interface ScriptOptions {
  /** The name of the script in errors. Its last part is in the names of hooks. */
  readonly file?: string;
  /** The folder for the programs of `/run`. Default: the folder of the file, or the current one. */
  readonly directory?: string;
}

export const scriptChecks: OptionChecks<ScriptOptions> = { file: textCheck, directory: textCheck };

/** A line of a script, ready to register. */
export interface ScriptLine {
  readonly point: Point;
  readonly options: HookOptions;
  readonly handler: HookFunction;
}

/** Reads a script. Throws one error with everything that is wrong, and logs warnings. */
export function readArmaScript(
  text: string,
  { file, name, directory = dirname(file) }: ScriptOptions & { readonly file: string; readonly name: string },
  permissions: () => ReadonlySet<string>,
  log: (entry: LogEntry) => void,
): readonly ScriptLine[] {
  const { hooks, warnings } = checkedArma(text, file, resolve(directory));
  for (const warning of warnings) {
    const { line } = warning.place;
    const point = hooks.find((hook) => hook.line === line)?.point.name ?? null;
    log({ level: 'warning', message: formatProblem(warning), point, hook: `${name}:${line}` });
  }
  const setting = { directory: resolve(directory), permissions };
  return hooks.map((hook) => ({
    point: hook.point,
    options: armaHookOptions(hook, file, name),
    handler: armaHandler(hook, setting),
  }));
}
