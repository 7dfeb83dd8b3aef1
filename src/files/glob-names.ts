import { readdirSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { compileGlob } from '../engine/hooks/fnmatch.ts';
import { UnjudgeablePath } from './follow-links.ts';

const maxNames = 1000;

/**
 * The paths that a pattern stands for now, as a shell would list them, hidden ones included, since options of a shell
 * decide about those. The pattern itself is among them: a shell passes it on when nothing matches.
 */
export function globNames(pattern: string, folder: string): readonly string[] {
  if (/\*\*/.test(pattern))
    throw new UnjudgeablePath(`the pattern ${pattern.slice(0, 100)}, which reaches any depth`);
  // Not `join`, which would go up before a link is followed.
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

/** What stands before the first wildcard, up to a slash. */
export function globStart(pattern: string): string {
  const fixed = /^[^*?[]*/.exec(pattern)?.[0] ?? '';
  return fixed.slice(0, fixed.lastIndexOf('/') + 1);
}

/**
 * At least the names that a shell would find. What a class in brackets matches depends on the shell and its language, and
 * so does what is one character beyond ASCII: each counts as anything.
 */
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
