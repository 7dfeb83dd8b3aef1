import { type ArmaHook, literalText } from '../../handlers/arma/hook.ts';
import { checkCommandFile, missingWarning } from '../handlers/missing-command.ts';
import { ConfigError, hasErrors, inOrder, type Problem, warning } from '../source/problem.ts';
import { readLine } from './line.ts';

export interface ArmaScript {
  /** Don't run these when the script has errors. */
  readonly hooks: readonly ArmaHook[];
  readonly problems: readonly Problem[];
}

export function parseArma(script: string, file = ''): ArmaScript {
  const problems: Problem[] = [];
  const hooks = linesOf(script).flatMap(
    (text, index) => readLine({ file, line: index + 1, text }, problems) ?? [],
  );
  return { hooks, problems };
}

export function linesOf(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
}

/** Throws a ConfigError when the script has errors; `problems` are warnings. */
export function checkedArma(text: string, file: string, directory: string): ArmaScript {
  const { hooks, problems } = parseArma(text, file);
  const all = inOrder([...problems, ...missingPrograms(hooks, file, directory)]);
  if (hasErrors(all)) throw new ConfigError(all);
  return { hooks, problems: all };
}

function missingPrograms(hooks: readonly ArmaHook[], file: string, directory: string): readonly Problem[] {
  return hooks.flatMap(({ command: name, arguments: [program], line, text }) => {
    if (name !== '/run' || program === undefined) return [];
    const command = literalText(program) ?? '';
    const message = missingWarning(() => checkCommandFile({ command, args: [] }, directory));
    const { column, endColumn } = program;
    return message === null
      ? []
      : [warning('handler-missing', message, { file, line, column, endColumn, text })];
  });
}
