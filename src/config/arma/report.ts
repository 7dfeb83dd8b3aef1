import { type ArmaHook, literalText } from '../../handlers/arma/hook.ts';
import { checkCommandFile, missingWarning } from '../handlers/missing-command.ts';
import {
  ConfigError,
  type FilePlace,
  hasErrors,
  inOrder,
  mistake,
  type Problem,
  warning,
} from '../source/problem.ts';
import type { ArmaProblem } from './problem.ts';
import { type ArmaScript, linesOf, parseArma } from './script.ts';

export function armaPlace(
  file: string,
  lines: readonly string[],
  { line, column, endColumn }: Pick<FilePlace, 'line' | 'column' | 'endColumn'>,
): FilePlace {
  return { file, line, column, endColumn, text: lines[line - 1] ?? '' };
}

export function armaProblems(
  problems: readonly ArmaProblem[],
  file: string,
  lines: readonly string[],
): readonly Problem[] {
  return problems.map(({ code, message, ...span }) => {
    const place = armaPlace(file, lines, span);
    return code === null ? mistake(message, place) : warning(code, message, place);
  });
}

function missingPrograms(hooks: readonly ArmaHook[], directory: string): readonly ArmaProblem[] {
  return hooks.flatMap(({ command: name, arguments: [program], line }): readonly ArmaProblem[] => {
    if (name !== '/run' || program === undefined) return [];
    const command = literalText(program) ?? '';
    const message = missingWarning(() => checkCommandFile({ command, args: [] }, directory));
    const { column, endColumn } = program;
    return message === null ? [] : [{ line, column, endColumn, message, code: 'handler-missing' }];
  });
}

export function checkedArma(
  text: string,
  file: string,
  directory: string,
): ArmaScript & { readonly warnings: readonly Problem[] } {
  const script = parseArma(text);
  const found = inOrder(
    armaProblems([...script.problems, ...missingPrograms(script.hooks, directory)], file, linesOf(text)),
  );
  if (hasErrors(found)) throw new ConfigError(found);
  return { ...script, warnings: found };
}
