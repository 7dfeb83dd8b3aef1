import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileWildcard, compileWordsWildcard } from '../../src/bounds/wildcard.ts';
import { compilePathWildcard } from '../../src/permissions/path-wildcard.ts';

/** The same by a regular expression, which says what is meant and takes what it takes. */
function asExpression(pattern: string, star: string): string {
  return pattern
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\/-]/g, '\\$&'))
    .join(star);
}

const anything = '[\\s\\S]*';
const short = (letters: string): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map((parts) => parts.join(''));

describe('a pattern with stars', () => {
  it('means what the expression means that is written for it', () => {
    fc.assert(
      fc.property(short('ab*'), short('ab \n'), (pattern, text) => {
        expect(compileWildcard(pattern)(text)).toBe(
          new RegExp(`^${asExpression(pattern, anything)}$`).test(text),
        );
      }),
      { numRuns: 5000 },
    );
  });

  it('with words behind it likewise', () => {
    fc.assert(
      fc.property(short('ab* '), short('ab \n'), (pattern, text) => {
        const expression = new RegExp(`^${asExpression(pattern, anything)}(?:\\s${anything})?$`);
        expect(compileWordsWildcard(pattern)(text)).toBe(expression.test(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('of paths likewise', () => {
    const meanings: Readonly<Record<string, string>> = {
      '**/': `(?:${anything}/)?`,
      '**': anything,
      '*': '[^/]*',
      '?': '[^/]',
    };
    fc.assert(
      fc.property(short('ab*/?'), short('ab/\n'), (pattern, path) => {
        const parts = pattern.split(/(\*\*\/|\*\*|\*|\?)/).map((part) => meanings[part] ?? part);
        expect(compilePathWildcard(pattern)(path)).toBe(new RegExp(`^${parts.join('')}$`).test(path));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['text', compileWildcard('*a*a*a*a*a*a*a*b')],
    ['words', compileWordsWildcard('*a*a*a*a*a*a*a*b')],
    ['paths', compilePathWildcard('**/a/**/a/**/a/**/a/**/a*a*a*b')],
  ])('takes linear time: %s', (_, matches) => {
    const start = performance.now();
    expect(matches('a/'.repeat(100_000))).toBe(false);
    expect(matches('a'.repeat(200_000))).toBe(false);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
