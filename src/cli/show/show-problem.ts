import { formatProblem, type Problem } from '../../config/source/problem.ts';
import type { Colors } from '../terminal/terminal.ts';

/** A problem with its place and line. */
export function showProblem(problem: Problem, colors: Colors): string {
  const [head = '', ...rest] = formatProblem(problem).split('\n');
  const color = problem.severity === 'error' ? colors.red : colors.yellow;
  return [color(head), ...rest].join('\n');
}

/** `2 errors, 1 warning`. */
export function summarize(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return [counted(errors, 'error'), counted(problems.length - errors, 'warning')]
    .filter((text) => !text.startsWith('0 '))
    .join(', ');
}

export function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
