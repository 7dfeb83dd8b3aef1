#!/usr/bin/env node
import { allPoints } from '../engine/point.ts';
import { didYouMean } from '../engine/suggest.ts';
import { version } from './version.ts';

const help = `hookline ${version}: the hook engine for AI agents

Usage
  hookline points [--json]   the points where hooks can run, and what they may do there
  hookline --version
  hookline --help

Examples
  hookline points
  hookline points --json | head
`;

function points(flags: readonly string[]): string {
  const rows = allPoints();
  if (flags.includes('--json'))
    return `${JSON.stringify(
      rows.map(({ rights: _, ...row }) => row),
      null,
      2,
    )}\n`;
  const cells = rows.map(({ name, matches, subject, admits, block }) => [
    name,
    matches ?? '–',
    subject ?? '–',
    block ?? '–',
    admits.join(' ') || '–',
  ]);
  const table = [['point', 'matches', 'subject', 'block', 'admits'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
    .join('');
}

const commands: Readonly<Record<string, (flags: readonly string[]) => string>> = {
  points,
  '--version': () => `${version}\n`,
  '--help': () => help,
};

const [name = '--help', ...flags] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const unknownFlag = flags.find((flag) => flag !== '--json');
if (command === undefined || unknownFlag !== undefined) {
  const word = command === undefined ? name : (unknownFlag ?? '');
  const candidates = command === undefined ? Object.keys(commands) : ['--json'];
  process.stderr.write(
    `hookline: unknown ${word.startsWith('-') ? 'option' : 'command'} "${word}"${didYouMean(word, candidates)}\n`,
  );
  process.stderr.write('Try hookline --help.\n');
  process.exitCode = 1;
} else {
  process.stdout.write(command(flags));
}
