import { describe, expect, it } from 'vitest';
import { compilePathPattern } from '../../../../src/agent/tools/search/path-pattern.ts';
import { cpuMs } from '../../../support/cpu.ts';

describe('a pattern of paths', () => {
  it.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/a.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'src/deep/a.ts', true],
    ['src/**', 'src/a/b', true],
    ['src/**', 'other/a', false],
    ['src/**/test/*.ts', 'src/test/a.ts', true],
    ['src/**/test/*.ts', 'src/a/b/test/a.ts', true],
    ['src/**/test/*.ts', 'src/a/b/a.ts', false],
    ['*.{js,ts}', 'a.ts', true],
    ['{src,test}/{a,b{1,2}}.ts', 'test/b2.ts', true],
    ['{src,test}/{a,b{1,2}}.ts', 'test/b3.ts', false],
    ['a?[!b].txt', 'axc.txt', true],
    ['a?[!b].txt', 'axb.txt', false],
    ['./a.ts', 'a.ts', true],
    ['{a}', '{a}', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(compilePathPattern(pattern).matches(path)).toBe(expected);
  });

  it('tells which folders are worth entering', () => {
    const pattern = compilePathPattern('src/*/test/**/*.ts');
    expect(['src', 'src/a', 'src/a/test', 'src/a/test/x/y'].every((folder) => pattern.reaches(folder))).toBe(
      true,
    );
    expect(['test', 'src/a/b'].some((folder) => pattern.reaches(folder))).toBe(false);
  });

  it('cannot be made slow', async () => {
    const many = `${'**/a/'.repeat(200)}b`;
    const ms = await cpuMs(() => {
      expect(compilePathPattern(many).matches('a/'.repeat(500))).toBe(false);
      expect(compilePathPattern('{a,b}'.repeat(40)).matches('x')).toBe(false);
    });
    expect(ms).toBeLessThan(10_000);
  });
});
