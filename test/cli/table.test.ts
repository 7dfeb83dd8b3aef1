import { describe, expect, it } from 'vitest';
import { layOutTable } from '../../src/cli/terminal/table.ts';

const green = (text: string): string => `\u001b[32m${text}\u001b[39m`;

describe('a table', () => {
  it('aligns its columns by what is seen, and leaves out empty ones', () => {
    const rows = [
      ['a', '', green('one'), '1'],
      ['四', '', 'three', '2'],
    ];
    expect(layOutTable({ rows, indent: '  ' })).toEqual([`  a   ${green('one')}    1`, '  四  three  2']);
  });

  it('has its head only above rows', () => {
    expect(layOutTable({ rows: [['x', 'y']], head: ['first', ''] })).toEqual(['first', 'x      y']);
    expect(layOutTable({ rows: [], head: ['first', ''] })).toEqual([]);
  });

  it('wraps its widest cells where the terminal is narrower, each line in the color of its cell', () => {
    const rows = [['name', green('a long reason with many words'), 'hookline.yaml:3:5']];
    expect(layOutTable({ rows }, 40)).toEqual([
      `name  ${green('a long reason')}    hookline.yaml:3:5`,
      `      ${green('with many words')}`,
    ]);
  });

  it('never makes a column narrower than can be read', () => {
    expect(layOutTable({ rows: [['a'.repeat(30), 'b'.repeat(30)]] }, 4)).toHaveLength(3);
  });
});
