import { describe, expect, it } from 'vitest';
import { compileMatcher, matchAll } from '../../../src/engine/hooks/matcher.ts';
import { HooklineError } from '../../../src/engine/values/errors.ts';

describe('what matches everything', () => {
  it.each([undefined, '', '  ', '*', ' * ', '**', 'Write|*', '*|Write'])('%j', (pattern) => {
    const matcher = compileMatcher(pattern);
    expect(matcher).toMatchObject({ all: true, literals: null, warnings: [] });
    expect(['', 'Write', 'mcp__files/read'].every((value) => matcher.matches(value))).toBe(true);
  });

  it('is the same object when there is no pattern to remember', () => {
    expect(compileMatcher(undefined)).toBe(matchAll);
    expect(compileMatcher('Write|*').source).toBe('Write|*');
  });
});

describe('alternatives', () => {
  it.each<[pattern: string, matching: string[], other: string[]]>([
    ['Write', ['Write'], ['WriteFile', 'PreWrite', 'write', '']],
    ['Write|Edit', ['Write', 'Edit'], ['Write|Edit', 'WriteEdit', 'Read']],
    [' Write | Edit ', ['Write', 'Edit'], [' Write ', 'Read']],
    ['Write|', ['Write'], ['', 'Read']],
    ['||Write||Edit', ['Write', 'Edit'], ['', '|']],
    ['Write*|Edit', ['Write', 'WriteFile', 'Edit'], ['EditFile']],
    ['[WE]*', ['Write', 'Edit'], ['Read']],
    ['[!W]*', ['Edit'], ['Write', '']],
    ['Rea?', ['Read'], ['Rea', 'Ready']],
    ['git.push', ['git.push'], ['git_push']],
    ['!Write', ['!Write'], ['Write', 'Edit']],
    ['Bash(git *)', ['Bash(git push)'], ['Bash(git)']],
    ['New York|x', ['New York', 'x'], ['New', 'York']],
  ])('%j', (pattern, matching, other) => {
    const matcher = compileMatcher(pattern);
    expect(matcher).toMatchObject({ source: pattern, all: false, warnings: [] });
    expect(matching.filter((value) => !matcher.matches(value))).toEqual([]);
    expect(other.filter((value) => matcher.matches(value))).toEqual([]);
  });

  it('are separated even inside brackets', () => {
    const matcher = compileMatcher('[W|E]*');
    expect(['[W', 'E]', 'E]dit'].every((value) => matcher.matches(value))).toBe(true);
    expect(['Write', 'Edit', 'W', '|'].some((value) => matcher.matches(value))).toBe(false);
  });

  it.each(['|', ' | ', '||', '|\t|'])('must not all be missing: %j', (pattern) => {
    const compile = () => compileMatcher(pattern);
    expect(compile).toThrow(HooklineError);
    expect(compile).toThrow(expect.objectContaining({ code: 'matcher-empty' }));
    expect(compile).toThrow(
      `matcher ${JSON.stringify(pattern)} has no alternative, so it could never match: ` +
        'write at least one, as in "Write|Edit", or "*" to match everything',
    );
  });
});

describe('literals', () => {
  it.each<[pattern: string, literals: string[] | null]>([
    ['Write', ['Write']],
    [' Write ', ['Write']],
    ['Write|Edit|Read', ['Write', 'Edit', 'Read']],
    ['Write|Edit|Write', ['Write', 'Edit']],
    ['Write | Write', ['Write']],
    ['a[b', ['a[b']],
    ['Write|Edit*', null],
    ['Write|[E]dit', null],
    ['Rea?', null],
  ])('of %j are %j', (pattern, literals) => {
    expect(compileMatcher(pattern).literals).toEqual(literals);
  });
});

describe('an unclosed bracket', () => {
  it('stands for itself and is warned of', () => {
    const matcher = compileMatcher('a[b');
    expect(matcher.matches('a[b')).toBe(true);
    expect(matcher.warnings).toEqual([
      'the "[" in "a[b" is never closed and is literal: ' +
        'close it with "]" before the next "|", or write "[[]" if a plain "[" is meant',
    ]);
  });

  it('is warned of once per alternative', () => {
    expect(compileMatcher('a[[|[b]|[!c*').warnings).toEqual([
      expect.stringContaining('the "[" in "a[[" is never closed'),
      expect.stringContaining('the "[" in "[!c*" is never closed'),
    ]);
  });

  it('is warned of even beside a star', () => {
    expect(compileMatcher('*|[a')).toMatchObject({ all: true, warnings: [expect.stringContaining('"[a"')] });
  });

  it('can be meant, as the warning says', () => {
    const matcher = compileMatcher('a[[]b');
    expect(matcher.matches('a[b')).toBe(true);
    expect(matcher.warnings).toEqual([]);
  });
});
