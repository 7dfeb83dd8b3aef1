import { HooklineError } from '../engine/errors.ts';
import type { ArmaProblem } from './arma-problem.ts';
import { type ArmaScript, linesOf, parseArma } from './arma-script.ts';

/** A script without errors; else one error that tells all of them, each with its line and a mark below it. */
export function checkedArma(text: string, file: string): ArmaScript {
  const script = parseArma(text);
  const errors = script.problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return script;
  const lines = linesOf(text);
  const shown = errors.map((problem) => showProblem(problem, file, lines[problem.line - 1] ?? ''));
  throw new HooklineError('script-invalid', shown.join('\n'));
}

/** `hooks.arma:3:6: unknown point …`, the line itself, and a mark below what is wrong in it. */
export function showProblem(problem: ArmaProblem, file: string, line: string): string {
  const { column, endColumn } = problem;
  // Tabs stay tabs, so that the mark stands where the word does whatever their width.
  const indent = line.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
  const mark = '^'.repeat(Math.max(1, endColumn - column));
  return `${file}:${problem.line}:${column}: ${problem.message}\n  ${line}\n  ${indent}${mark}`;
}
