import { UnjudgeablePath } from '../../files/follow-links.ts';

const maxPatterns = 64;
/** No path is longer, and each brace is a step of its own. */
const maxLength = 4096;

/**
 * Where a search for a pattern of paths begins: what stands before its first wildcard, for every alternative in braces.
 * Behind that it may only go down.
 */
export function patternStarts(value: string, start: string): readonly string[] {
  if (value.length > maxLength) throw new UnjudgeablePath('a pattern that is longer than any path');
  return alternatives(value).map((pattern) => startOf(pattern, start));
}

/** The names that files must have for a pattern to find them, where it says no more than that; null where they may have others. */
export function plainNames(pattern: string): readonly string[] | null {
  if (!/^[\w.*+/{},-]+$/.test(pattern) || pattern.length > maxLength) return null;
  const names = alternatives(pattern).map((one) => one.slice(one.lastIndexOf('/') + 1));
  return names.every((name) => name !== '' && !name.includes('**')) ? names : null;
}

function alternatives(pattern: string): readonly string[] {
  const [whole, inner] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || inner === undefined) {
    if (/[{}]/.test(pattern)) throw new UnjudgeablePath('a pattern with a brace that has no partner');
    return [pattern];
  }
  const found = inner.split(',').flatMap((part) => alternatives(pattern.replace(whole, () => part)));
  if (found.length > maxPatterns) throw new UnjudgeablePath('a pattern with too many alternatives');
  return found;
}

function startOf(pattern: string, start: string): string {
  const parts = pattern.split('/');
  const wild = parts.findIndex((part) => /[*?[!(|]/.test(part));
  const behind = wild < 0 ? '' : parts.slice(wild).join('/');
  if (/\.\.|[(|\\]/.test(behind))
    throw new UnjudgeablePath('a pattern that leaves its folder, or with parentheses');
  const fixed = (wild < 0 ? parts : parts.slice(0, wild)).join('/');
  if (pattern.startsWith('/')) return fixed === '' ? '/' : fixed;
  return /^(?:~|file:)/.test(fixed) ? fixed : `${start}/${fixed}`;
}
