import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileStates, firstBytes } from '../../src/files/file-facts.ts';
import { firstBelow } from '../../src/files/first-below.ts';
import { filesIn, setAside } from '../../src/files/folder-files.ts';
import { isAlive } from '../../src/files/is-alive.ts';
import { lineChanges } from '../../src/files/line-changes.ts';
import { treeFacts } from '../../src/files/tree-facts.ts';
import { unwritable } from '../../src/files/unwritable.ts';
import { Scratch } from '../support/scratch.ts';

describe('firstBelow', () => {
  const isKey = (path: string): boolean => path.endsWith('.key');
  const budget = () => ({ entries: 100, endMs: Number.POSITIVE_INFINITY });

  it('finds a file at any depth, but not in skipped folders', () => {
    const scratch = new Scratch();
    const key = scratch.write('a/b/c.key', '');
    scratch.write('node_modules/x.key', '');
    const skips = new Set(['node_modules']);
    expect(firstBelow(scratch.path, isKey, { budget: budget(), skips })).toBe(key);
    expect(firstBelow(join(scratch.path, 'none'), isKey, { budget: budget(), skips })).toBe(null);
  });

  it('says when it did not see everything', () => {
    const scratch = new Scratch();
    for (const name of ['a', 'b', 'c']) scratch.write(name, '');
    const walk = { budget: { entries: 2, endMs: Number.POSITIVE_INFINITY }, skips: new Set<string>() };
    expect(firstBelow(scratch.path, isKey, walk)).toBe('too-many');
  });
});

describe('treeFacts', () => {
  it('notes links, and names that a command would take for something else', () => {
    const scratch = new Scratch();
    for (const name of ['-rf', 'a b', 'd/plain', 'skip/x']) scratch.write(name, '');
    symlinkSync('/etc', join(scratch.path, 'etc'));
    const facts = treeFacts(scratch.path, { anywhere: new Set(['skip']), first: new Set() });
    expect(facts.links).toEqual([join(scratch.path, 'etc')]);
    expect(facts.hasOptionName).toBe(true);
    expect(facts.odd).toEqual([{ path: join(scratch.path, 'a b'), isFolder: false }]);
    expect(facts.files.some((file) => file.includes('skip'))).toBe(false);
    expect(facts.isComplete).toBe(true);
  });

  it('is complete where there is nothing, and not where it cannot look', () => {
    expect(treeFacts('/nowhere/at/all').isComplete).toBe(true);
    const file = new Scratch().write('f', '');
    expect(treeFacts(join(file, 'x')).isComplete).toBe(false);
  });
});

it('the state of files changes with their content, and says when they are gone', () => {
  const scratch = new Scratch();
  const file = scratch.write('f', 'a');
  const first = fileStates([file, join(scratch.path, 'none')]);
  expect(first.split('\n')[1]).toBe('-');
  writeFileSync(file, 'longer');
  expect(fileStates([file, join(scratch.path, 'none')])).not.toBe(first);
  expect(firstBytes(file, 3)).toBe('lon');
  expect(firstBytes(scratch.path, 3)).toBe('');
});

it('files are listed as people number them, and bad ones are set aside once', async () => {
  const scratch = new Scratch();
  for (const name of ['msg_10.json', 'msg_9.json', 'other.txt']) scratch.write(name, '');
  mkdirSync(join(scratch.path, 'msg_1.json'));
  expect(await filesIn(scratch.path, /^msg_/)).toEqual(['msg_9.json', 'msg_10.json']);
  expect(await filesIn(join(scratch.path, 'none'), /x/)).toEqual([]);
  expect(await setAside(scratch.path, 'msg_9.json')).toBe(true);
  expect(await setAside(scratch.path, 'msg_9.json')).toBe(false);
});

describe('lineChanges', () => {
  const shown = (before: string, after: string): readonly string[] =>
    lineChanges(before, after).map(({ sign, number, text }) => `${sign}${number} ${text}`);

  it('shows only the lines that differ, in order', () => {
    expect(shown('a\nb\nc\n', 'a\nx\nc\nd\n')).toEqual(['-2 b', '+2 x', '+4 d']);
    expect(shown('same\n', 'same\n')).toEqual([]);
    expect(shown('', 'new\n')).toEqual(['+1 new']);
  });

  it('shows all of two long texts that have little in common', () => {
    const long = (word: string): string => Array.from({ length: 2100 }, (_, at) => `${word}${at}`).join('\n');
    expect(shown(long('a'), long('b'))).toHaveLength(4200);
  });
});

it('says why a file cannot be written', () => {
  const error = (code: string): Error => Object.assign(new Error(code), { code });
  expect(unwritable(error('ENOSPC'), '/x/y', 'Advice.').message).toBe(
    '/x/y cannot be written: the disk is full. Make room on it.',
  );
  expect(unwritable(error('EROFS'), '/x', 'Advice.').message).toBe(
    '/x cannot be written: its disk is read-only. Advice.',
  );
});

it('knows which processes run', () => {
  expect(isAlive(process.pid)).toBe(true);
  expect([0, -1, 1.5, '1', undefined, 2 ** 22 + 1].map(isAlive)).toEqual(Array(6).fill(false));
});
