import { escapeRegExp } from '../../engine/values/text.ts';
import { parseExpression } from '../../protocols/expression-matcher.ts';
import type { FoundHook } from './found-hook.ts';
import type { ImportSource } from './import-source.ts';

/** What one registration of a hook matches. */
export type MatcherPart =
  | { readonly kind: 'all' }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'expression'; readonly source: string; readonly flags: string };

/** Reads a matcher in the agent's own language; or says why it matched nothing. */
export function readMatcher(from: ImportSource, { matcher = '', point }: FoundHook): MatcherPart | string {
  if (point.matches === null || matcher === '' || matcher === '*') return { kind: 'all' };
  const isTool = point.matches === 'tool_name';
  if (from.exactNames === null && !isTool) return { kind: 'names', names: [matcher] };
  if (from.exactNames?.test(matcher)) {
    const names = matcher
      .split(from.separator)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    return names.length === 0
      ? `its matcher ${JSON.stringify(matcher)} names nothing`
      : { kind: 'names', names };
  }
  // Rust writes the flag into the expression.
  const [, rest] = (from.hasInlineFlags ? /^\(\?i\)(.+)$/s.exec(matcher) : null) ?? [];
  const source = rest ?? matcher;
  const flags = rest === undefined ? '' : 'i';
  if (typeof parseExpression(source, flags) !== 'string') {
    const isAll = /^\^?\.[*+]\$?$/.test(source);
    return isAll ? { kind: 'all' } : { kind: 'expression', source, flags };
  }
  // Gemini CLI takes what is no expression for a name.
  if (from.exactNames === null) return { kind: 'names', names: [matcher] };
  return `its matcher ${JSON.stringify(matcher)} is no regular expression, so it never matched`;
}

/** One matcher for all registrations of a hook; undefined for everything. */
export function joinedMatcher(parts: readonly MatcherPart[]): string | undefined {
  if (parts.some(({ kind }) => kind === 'all')) return undefined;
  const names = [...new Set(parts.flatMap((part) => (part.kind === 'names' ? part.names : [])))];
  const expressions = parts.flatMap((part) => (part.kind === 'expression' ? [part] : []));
  const isPlain = names.every((name) => /^[\w\- .:]+$/.test(name));
  if (expressions.length === 0 && isPlain) return names.join('|');
  const exact = names.length === 0 ? [] : [`^(?:${names.map(escaped).join('|')})$`];
  const sources = [...exact, ...new Set(expressions.map(({ source }) => source))];
  const flags = expressions.some((part) => part.flags === 'i') ? 'i' : '';
  const [only = '', ...others] = sources;
  return `/${others.length === 0 ? only : sources.map((source) => `(?:${source})`).join('|')}/${flags}`;
}

/** Matches the text in an expression between slashes. */
function escaped(text: string): string {
  return escapeRegExp(text).replaceAll('/', '\\/');
}
