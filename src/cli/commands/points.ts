import { allPoints } from '../../engine/points/point.ts';
import type { CommandRun } from '../command.ts';
import { alignColumns } from '../terminal/table.ts';

export const runPoints: CommandRun = async ({ options, terminal }) => {
  const rows = allPoints().map(({ rights: _, ...row }) => row);
  if (options['json'] === true) {
    terminal.print(JSON.stringify(rows, null, 2));
    return 0;
  }
  const { bold } = terminal.colors;
  const cells = rows.map(({ name, matches, subject, admits, block }) => [
    name,
    matches ?? '–',
    subject ?? '–',
    block ?? '–',
    admits.join(' ') || '–',
  ]);
  const head = ['point', 'matches', 'subject', 'block', 'admits'].map((title) => bold(title));
  for (const line of alignColumns([head, ...cells])) terminal.print(line);
  return 0;
};
