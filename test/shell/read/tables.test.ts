import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readShell } from '../../../src/shell/read/read-shell.ts';
import { show } from '../show.ts';

/**
 * Each row of a table: a line, what it would run, and what cannot be told. `⏎` is a newline and `⇥` a tab. Commands stand
 * in the order in which they are reached, behind the programs that lead to them; `?` is a program that only run time knows.
 */
const folder = new URL('./', import.meta.url);
const tables = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.txt'))
  .map((file) => ({
    table: basename(file, '.txt'),
    rows: readFileSync(new URL(file, folder), 'utf8')
      .split('\n')
      .filter((row) => row !== '' && !row.startsWith('## ')),
  }));

describe.each(tables)('$table', ({ rows }) => {
  it.each(rows)('%s', (row) => {
    const [line = '', runs = '', doubts = ''] = row.split('│').map((cell) => cell.trim());
    const shown = show(readShell(line.replaceAll('⏎', '\n').replaceAll('⇥', '\t')));
    const plain = (text: string): string => text.replaceAll('\n', '⏎').replaceAll('\t', '⇥');
    expect({ runs: plain(shown.runs), doubts: plain(shown.doubts) }).toEqual({ runs, doubts });
  });
});

it('has at least 400 rows', () => {
  expect(tables.flatMap(({ rows }) => rows).length).toBeGreaterThanOrEqual(400);
});
