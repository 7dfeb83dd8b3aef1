import { shortPath } from '../../config/source/problem.ts';
import { oneLine, visible } from '../../gateway/answer/visible.ts';
import type { InstalledAgent } from '../../gateway/install/installed-agents.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { GuardRow } from './guard-rows.ts';

export interface ShownAgent {
  readonly title: string;
  readonly scope: InstalledAgent['scope'];
  readonly file: string;
  readonly guarding: boolean;
  readonly note: string;
}

export function showAgents(agents: readonly ShownAgent[], { colors, print, printTable }: Terminal): void {
  print(colors.bold(agents.length === 0 ? 'connected agents: none' : 'connected agents'));
  const rows = agents.map(({ title, scope, file, guarding, note }) => [
    `${mark(guarding, colors)} ${title}`,
    scope,
    visible(shortPath(file)),
    colors.dim(oneLine(note, 120)),
  ]);
  printTable(rows, { indent: '  ' });
}

export function showGuards(guards: readonly GuardRow[], { colors, print, printTable }: Terminal): void {
  print(colors.bold('guards'));
  const rows = guards.map(({ name, level, guarding, lastRun, lastDeny, lastFailure, point }) => [
    `${mark(guarding, colors)} ${oneLine(name, 40)}`,
    level,
    point,
    lastRun === null ? 'never ran' : `ran ${ago(lastRun)}`,
    lastDeny === null ? '' : `denied ${ago(lastDeny)}`,
    lastFailure === null ? '' : colors.red(`failed ${ago(lastFailure)}`),
  ]);
  printTable(rows, { indent: '  ' });
}

function mark(isGood: boolean, { green, red }: Terminal['colors']): string {
  return isGood ? green('✓') : red('✗');
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

function ago(time: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(time)) / 1000));
  const [name, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'} ago`;
}
