import { readdirSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { compileGlob } from '../engine/hooks/fnmatch.ts';
import { UnjudgeablePath } from './follow-links.ts';

const maxNames = 1000;

/**
 * Includes hidden files, which a shell's options decide about, and the pattern itself, which a shell passes on when
 * nothing matches.
 */
export function globNames(pattern: string, folder: string): readonly string[] {
  if (/\*\*/.test(pattern))
    throw new UnjudgeablePath(`the pattern ${pattern.slice(0, 100)}, which reaches any depth`);
  // Not `join`, which applies `..` before it follows a link.
  const under = (base: string, name: string): string =>
    base === '' || base.endsWith('/') ? base + name : `${base}/${name}`;
  let found = [isAbsolute(pattern) ? '/' : ''];
  for (const part of pattern.split('/').filter((name) => name !== '')) {
    found = found.flatMap((base) => {
      if (!/[*?[]/.test(part)) return [under(base, part)];
      return matching(part, isAbsolute(base) ? base : under(folder, base)).map((name) => under(base, name));
    });
    if (found.length > maxNames) throw new UnjudgeablePath('a pattern that matches too many names');
  }
  return [...found, pattern];
}

export function globStart(pattern: string): string {
  const fixed = /^[^*?[]*/.exec(pattern)?.[0] ?? '';
  return fixed.slice(0, fixed.lastIndexOf('/') + 1);
}

function matching(part: string, folder: string): readonly string[] {
  const open = withoutClasses(part);
  const glob = compileGlob(open);
  const loose = compileGlob(open.replaceAll('?', '*'));
  // Some shells give `..` for `.*`; none gives it for `*`.
  try {
    return [...readdirSync(folder), '.', '..'].filter(
      (name) =>
        (/[^\0-\x7f]/.test(name) ? loose : glob).matches(name) &&
        (!/^\.\.?$/.test(name) || part.startsWith('.')),
    );
  } catch {
    return [];
  }
}

function withoutClasses(part: string): string {
  const start = part.indexOf('[');
  const end = part.lastIndexOf(']');
  return start < 0 || end < start ? part : `${part.slice(0, start)}*${part.slice(end + 1)}`;
}
