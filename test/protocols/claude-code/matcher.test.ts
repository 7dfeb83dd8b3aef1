import { describe, expect, it } from 'vitest';
import { compileClaudeMatcher } from '../../../src/protocols/claude-code/matcher.ts';

describe("Claude Code's matchers", () => {
  it.each([
    'Ba.*',
    '^Bash$',
    'Bash|Edit',
    'Bash, Edit',
    'Edit,Bash',
    '*',
    '',
    '.*',
    'B?sh',
    'Bash ',
    'Task|Bash',
    '^(?!Edit)',
    '.ash',
  ])('%j matches Bash', (pattern) => {
    expect(compileClaudeMatcher(pattern).matches('Bash')).toBe(true);
  });

  it.each(['bash', 'Ba', 'mcp__*', '[', '(?i)bash', '*update_task_status', '|', ' , '])(
    '%j does not match Bash',
    (pattern) => {
      expect(compileClaudeMatcher(pattern).matches('Bash')).toBe(false);
    },
  );

  it('match everything when they are left out', () => {
    expect(compileClaudeMatcher(undefined)).toMatchObject({ all: true, warnings: [] });
  });

  it('give the names of a list, so that hooks can be filed under them', () => {
    expect(compileClaudeMatcher('Edit|Write, Edit').literals).toEqual(['Edit', 'Write']);
    expect(compileClaudeMatcher('my-agent').literals).toEqual(['my-agent']);
    expect(compileClaudeMatcher('Ed.t').literals).toBeNull();
  });

  it('are regular expressions at once where the event knows no hyphen, blank or comma in a name', () => {
    expect(compileClaudeMatcher('my-file', 'FileChanged').literals).toBeNull();
    expect(compileClaudeMatcher('rate_limit|overloaded', 'StopFailure').literals).toHaveLength(2);
  });

  it.each([
    ['[', 'never matches'],
    ['*update', 'never matches'],
    ['|', 'names nothing'],
    ['mcp__*', 'not a glob'],
    ['mcp__memory', 'mcp__memory__.*'],
  ])('warn about %j', (pattern, warning) => {
    expect(compileClaudeMatcher(pattern).warnings.join()).toContain(warning);
  });

  it.each(['Bash', 'Ba.*', 'mcp__memory__.*', 'mcp__memory__read', '^(?:Edit|Write)$', '[A-Z]*'])(
    'say nothing of %j',
    (pattern) => {
      expect(compileClaudeMatcher(pattern).warnings).toEqual([]);
    },
  );

  it('happen to match names that contain a glob without its last letter', () => {
    expect(compileClaudeMatcher('mcp__*').matches('mcp__memory__read')).toBe(true);
    expect(compileClaudeMatcher('my-plugin:reviewer').matches('my-plugin:reviewer')).toBe(true);
  });
});
