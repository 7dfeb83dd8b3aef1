import { allPoints } from '../../engine/points/point.ts';
import type { CommandRun } from '../command.ts';

export const runPoints: CommandRun = async ({ isJson, terminal }) => {
  const points = allPoints().map(({ rights: _, ...point }) => point);
  if (isJson) return terminal.printJson(points);
  const rows = points.map(({ name, matches, subject, admits, block }) => [
    ...[name, matches ?? '–', subject ?? '–', block ?? '–'],
    admits.join(' ') || '–',
  ]);
  terminal.printTable(rows, { head: ['point', 'matches', 'subject', 'block', 'admits'] });
  return 0;
};
