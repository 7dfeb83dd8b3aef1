import { homedir } from 'node:os';
import { basename, relative } from 'node:path';
import { compileWildcard } from '../../bounds/wildcard.ts';
import { isWithin } from '../../files/within.ts';
import { PathPattern } from '../../permissions/path-pattern.ts';
import type { Bases } from '../../permissions/path-rule.ts';

export type FileTest = (path: string, bases: Bases) => boolean;

/** Without a slash, a pattern is about the last part of a path, not about a folder. Some file systems take `.ENV` for `.env`. */
export function compileFilePattern(pattern: string): FileTest {
  const text = pattern.toLowerCase();
  if (!text.includes('/')) return nameTest(text);
  const isHome = text.startsWith('~/');
  const anywhere = text.startsWith('**/');
  const path = new PathPattern(isHome ? text.slice(1) : text.startsWith('//') ? text.slice(1) : text);
  // A fast check first: few paths contain the fixed part.
  const mark =
    text
      .replace(/^~\//, '')
      .split('/')
      .find((part) => part !== '' && !/[*?[\\]/.test(part)) ?? '';
  return (file, { root, cwd }) => {
    if (!file.includes(mark)) return false;
    const from = isHome ? [homedir()] : anywhere || text.startsWith('//') ? ['/'] : [root, cwd];
    return from
      .map((base) => base.toLowerCase())
      .some((base) => isWithin(file, base) && path.matches(relative(base, file)));
  };
}

function nameTest(name: string): FileTest {
  if (/[?[\\]/.test(name)) {
    const pattern = new PathPattern(name);
    return (file) => pattern.matches(basename(file));
  }
  const matches = compileWildcard(name);
  return (file) => matches(basename(file));
}
