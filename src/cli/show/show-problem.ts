import { formatProblem, type Problem, shownProblems } from '../../config/source/problem.ts';
import type { Colors } from '../terminal/terminal.ts';

export function showProblems(problems: readonly Problem[], colors: Colors): readonly string[] {
  const { shown, more } = shownProblems(problems);
  return [
    ...shown.map((problem) => showProblem(problem, colors)),
    ...(more === null ? [] : [colors.dim(more)]),
  ];
}

function showProblem(problem: Problem, colors: Colors): string {
  const [head = '', ...rest] = formatProblem(problem).split('\n');
  const color = problem.severity === 'error' ? colors.red : colors.yellow;
  return [color(head), ...rest].join('\n');
}

export function summarize(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return [counted(errors, 'error'), counted(problems.length - errors, 'warning')]
    .filter((text) => !text.startsWith('0 '))
    .join(', ');
}

export function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
