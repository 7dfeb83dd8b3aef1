import { describe, expect, it } from 'vitest';
import { PathPattern } from '../../src/permissions/path-pattern.ts';

describe('a pattern of paths', () => {
  it.each([
    ['.env', '.env', true],
    ['.env', 'deep/er/.env', true],
    ['.env', 'x.env', false],
    ['.env', '.env.local', false],
    ['.env*', 'a/.env.local', true],
    ['secrets', 'secrets/deep/key', true],
    ['secrets/', 'a/secrets/key', true],
    ['secrets/**', 'secrets/key', true],
    ['secrets/**', 'secrets', false],
    ['secrets/**', 'a/secrets/key', false],
    ['**/secrets/**', 'a/secrets/key', true],
    ['**/secrets/**', 'secrets/key', true],
    ['/src/*.ts', 'src/a.ts', true],
    ['/src/*.ts', 'src/deep/a.ts', false],
    ['./src/*.ts', 'src/a.ts', true],
    ['/a.ts', 'a.ts', true],
    ['/a.ts', 'deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/deep/er/a.ts', true],
    ['src/**/*.ts', 'srcs/a.ts', false],
    ['*.ts', 'deep/a.ts', true],
    ['*.ts', 'a.ts/below', true],
    ['*.ts', 'a.tsx', false],
    ['file?.txt', 'file1.txt', true],
    ['file?.txt', 'file/.txt', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[!a-c]x', 'dx', true],
    ['[^a-c]x', 'dx', true],
    ['[]]x', ']x', true],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['[unclosed', '[unclosed', true],
    ['**', 'any/thing', true],
    ['*', 'any/thing', true],
    ['a**b', 'a/x/b', true],
  ])('%s and %s: %s', (pattern, path, matches) => {
    expect(new PathPattern(pattern).matches(path)).toBe(matches);
  });

  it('minds the case or not', () => {
    expect(new PathPattern('Secrets/**').matches('secrets/KEY')).toBe(false);
    expect(new PathPattern('Secrets/**', { ignoresCase: true }).matches('sEcrets/KEY')).toBe(true);
  });

  it.each([
    ['secrets/**', '', true],
    ['secrets/**', 'secrets', true],
    ['secrets/**', 'src', false],
    ['src/**/key', 'src/deep', true],
    ['src/*/key', 'src/deep', true],
    ['src/*/key', 'src/deep/er', false],
    ['.env', 'src', true],
    ['/.env', 'src', false],
  ])('%s may be something below %j: %s', (pattern, folder, may) => {
    expect(new PathPattern(pattern).mayMatchBelow(folder)).toBe(may);
  });

  it('takes no longer for patterns that are made for it', () => {
    const pattern = new PathPattern(`${'*a'.repeat(200)}b`);
    expect(pattern.matches('a'.repeat(4000))).toBe(false);
    expect(new PathPattern(`${'**/a/'.repeat(100)}b`).matches('a/'.repeat(2000))).toBe(false);
  });
});
