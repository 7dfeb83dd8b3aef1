import { describe, expect, it } from 'vitest';
import { type SimpleCommand, shellCommands } from '../../../src/builtin/path-permissions/shell/words.ts';
import { UnjudgeablePath } from '../../../src/files/follow-links.ts';
import { fc, runs } from '../../support/seed.ts';

/** What reading gives: commands, or the reason why there are none. */
function reading(line: string): readonly SimpleCommand[] | string {
  try {
    return shellCommands(line);
  } catch (problem) {
    if (problem instanceof UnjudgeablePath) return problem.message;
    throw problem;
  }
}

const sign = fc.constantFrom(
  ...' \t\n\r\v\f\u00a0\u0085\u2028\u3000\ufeff\u0001;&|<>()\'"\\#$`{}[]*?~=!-x1'.split(''),
  '\\\n',
  '<<',
  '<<-',
  '<<<',
  '&>',
  '$(',
  "$'",
  'E\n',
  '\ud83d',
  '😀',
);

describe('reading a command line', () => {
  it('ends for any signs in any order', () => {
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 40 }), (signs) => {
        expect(reading(signs.join(''))).toBeDefined();
      }),
      { numRuns: runs(5000) },
    );
  });

  it('ends for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(reading(text)).toBeDefined();
      }),
      { numRuns: runs(2000) },
    );
  });

  it('takes no longer than the text is long', () => {
    fc.assert(
      fc.property(fc.array(sign, { minLength: 1, maxLength: 4 }), (signs) => {
        const pattern = signs.join('');
        const text = pattern.repeat(Math.floor(100_000 / pattern.length));
        const start = performance.now();
        reading(text);
        // Reading it takes some ten milliseconds; reading it again for every sign would take minutes.
        expect(performance.now() - start).toBeLessThan(5000);
      }),
      { numRuns: runs(100) },
    );
  }, 60_000);

  it.each(['ls\r\necho', 'ls\u00a0-l', 'ls\v', 'cat \u2003x', 'ls \u0001', '\u3000ls'])(
    'refuses spaces that not every shell knows: %j',
    (line) => {
      expect(reading(line)).toContain('unusual space');
    },
  );

  it('takes them as they are in quotes', () => {
    const [command] = shellCommands("echo 'a\r\u00a0b'");
    expect(command?.words.map(({ text }) => text)).toEqual(['echo', 'a\r\u00a0b']);
  });

  it.each([
    '{{x},secrets/key}',
    '{x"}",secrets/key}',
    '.{{x},.}/outside.txt',
    'a{b,c}d',
    '{1..3}',
    '{a,"}"}',
  ])('knows that braces can be a list: %s', (word) => {
    const [command] = shellCommands(`cat ${word}`);
    expect(command?.words[1]).toMatchObject({ dynamic: 'a list in braces', splits: true });
  });

  it.each(['stash@{0}', '{}', 'a{b}c', '"{a,b}"', "'{1..3}'", 'a,{b}'])(
    'and that these are none: %s',
    (word) => {
      const [command] = shellCommands(`cat ${word}`);
      expect(command?.words[1]?.dynamic).toBeNull();
    },
  );

  it.each(['{fd}> x', '{PATH}>x', "{a['0']}< x"])(
    'refuses a redirection that sets a variable: %s',
    (line) => {
      expect(reading(line)).toContain('sets a variable');
    },
  );

  it.each(['of=~root/x', 'a:~b/x', '~+/x', '~-'])("refuses another's folder behind a sign: %s", (word) => {
    const [command] = shellCommands(`dd ${word}`);
    expect(command?.words[1]?.dynamic).toContain("another's folder");
  });
});
