import { describe, expect, it } from 'vitest';
import { compileWildcard } from '../../src/bounds/wildcard.ts';
import { cpuMs } from '../support/cpu.ts';
import { fc, runs } from '../support/seed.ts';

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
      { numRuns: runs(500) },
    );
  });

  it('takes linear time', async () => {
    const matches = compileWildcard('*a*a*a*a*a*a*a*b');
    const ms = await cpuMs(() => {
      expect(matches('a/'.repeat(100_000))).toBe(false);
      expect(matches('a'.repeat(200_000))).toBe(false);
    });
    expect(ms).toBeLessThan(10_000);
  });
});
