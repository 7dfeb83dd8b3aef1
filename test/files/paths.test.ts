import { symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPathText, followLinks, readingsOf } from '../../src/files/follow-links.ts';
import { globNames, globStart } from '../../src/files/glob-names.ts';
import { absolutePath, realPath } from '../../src/files/real-path.ts';
import { isWithin } from '../../src/files/within.ts';
import { Scratch } from '../support/scratch.ts';

function linkedFolder(): string {
  const scratch = new Scratch();
  scratch.write('real/inner/file', '');
  symlinkSync('real/inner', join(scratch.path, 'link'));
  return scratch.path;
}

describe('followLinks', () => {
  it('follows every link, and takes `..` from where a link leads', () => {
    const folder = linkedFolder();
    expect(followLinks(join(folder, 'link/file'))).toBe(join(folder, 'real/inner/file'));
    expect(followLinks(`${folder}/link/../new`)).toBe(join(folder, 'real/new'));
  });

  it('goes on where a link leads to nothing, since a write would create it there', () => {
    const folder = linkedFolder();
    symlinkSync('/nowhere/at/all', join(folder, 'broken'));
    expect(followLinks(join(folder, 'broken/x'))).toBe('/nowhere/at/all/x');
  });

  it('leaves the last link alone where removing would', () => {
    const folder = linkedFolder();
    expect(followLinks(join(folder, 'link'), { keepLast: true })).toBe(join(folder, 'link'));
    expect(followLinks(join(folder, 'link/file'), { keepLast: true })).toBe(join(folder, 'real/inner/file'));
  });

  it('gives up at links in a circle, and at places that each process has for itself', () => {
    const folder = new Scratch().path;
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect(() => followLinks(join(folder, 'a'))).toThrow('too many links');
    for (const path of ['/proc/self/cwd/x', '/proc/1/root/etc', '/dev/fd/3'])
      expect(() => followLinks(path), path).toThrow('another place for each process');
  });
});

it('a path that no judge can read is refused', () => {
  expect(() => checkPathText(7)).toThrow('not text');
  expect(() => checkPathText('a\0b')).toThrow('NUL');
  expect(() => checkPathText('a'.repeat(5000))).toThrow('longer');
});

describe('readingsOf', () => {
  it('has every file that a path may mean', () => {
    expect(readingsOf('a/../b', '/w')).toEqual(['/w/a/../b', '/w/b']);
    expect(readingsOf('~/x', '/w')).toContain(join(homedir(), 'x'));
    expect(readingsOf('file:///etc/x', '/w')).toContain('/etc/x');
  });

  it('refuses a file address of another host', () => {
    expect(() => readingsOf('file://host/x', '/w')).toThrow('cannot be read');
  });
});

describe('realPath', () => {
  it('resolves `~`, links and missing files', () => {
    const folder = linkedFolder();
    expect(absolutePath('~/x', '/')).toBe(join(homedir(), 'x'));
    expect(realPath('link/new/file', folder)).toBe(join(folder, 'real/inner/new/file'));
  });

  it.runIf(process.platform === 'linux')("takes the tool's own working folder for that of /proc/self", () => {
    const folder = linkedFolder();
    expect(realPath('/proc/self/cwd/link/file', folder)).toBe(join(folder, 'real/inner/file'));
    expect(realPath('/proc/./self/root/etc', folder)).toBe('/etc');
  });
});

describe('globNames', () => {
  it('gives what a shell may, hidden files and the pattern itself included', () => {
    const scratch = new Scratch();
    for (const name of ['a.ts', 'b.ts', '.hidden', 'c.js']) scratch.write(name, '');
    expect([...globNames('*.ts', scratch.path)].sort()).toEqual(['*.ts', 'a.ts', 'b.ts']);
    expect(globNames('.h*', scratch.path)).toContain('.hidden');
    expect(globNames('[xyz].js', scratch.path)).toContain('c.js');
    expect(globNames('.*', scratch.path)).toContain('..');
    expect(globNames('*', scratch.path)).not.toContain('..');
  });

  it('gives up where there is no end', () => {
    const scratch = new Scratch();
    expect(() => globNames('**/x', scratch.path)).toThrow('any depth');
    for (let index = 0; index < 1001; index += 1) scratch.write(`many/f${index}`, '');
    expect(() => globNames('many/*', scratch.path)).toThrow('too many names');
  });

  it('knows the folder before the first wildcard', () => {
    expect(['src/*.ts', '/etc/p?sswd', '*'].map(globStart)).toEqual(['src/', '/etc/', '']);
  });
});

it('a folder is within itself, and not within one that its name begins with', () => {
  expect(isWithin('/a/b', '/a')).toBe(true);
  expect(isWithin('/a', '/a')).toBe(true);
  expect(isWithin('/ab', '/a')).toBe(false);
  expect(isWithin('/x', '/')).toBe(true);
});
