import { formatProblem, shortPath } from '../../config/problem.ts';
import { readConfig } from '../../config/read-config.ts';
import type { Run } from '../command.ts';
import { findConfig } from '../find-config.ts';

/** Reads the configuration, runs nothing, and tells every problem. */
export const validate: Run = async ({ arguments: files, options, terminal }) => {
  const paths = files.length > 0 ? files : findConfig(options['config']);
  const { problems, declarations, files: read } = await readConfig(paths);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const isValid = errors === 0 && (warnings === 0 || options['strict'] !== true);
  if (options['json'] === true) {
    terminal.print(
      JSON.stringify({ valid: isValid, files: read, hooks: declarations.length, problems }, null, 2),
    );
    return isValid ? 0 : 1;
  }
  const { colors } = terminal;
  for (const problem of problems) {
    const [head = '', ...rest] = formatProblem(problem).split('\n');
    const color = problem.severity === 'error' ? colors.red : colors.yellow;
    terminal.print([color(head), ...rest].join('\n'));
  }
  const counts = [count(errors, 'error'), count(warnings, 'warning')]
    .filter((text) => !text.startsWith('0'))
    .join(', ');
  const summary = `${read.map(shortPath).join(', ')}: ${count(declarations.length, 'hook')}${counts === '' ? '' : `, ${counts}`}`;
  terminal.print(isValid ? colors.green(`✓ ${summary}`) : colors.red(`✗ ${summary}`));
  return isValid ? 0 : 1;
};

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
