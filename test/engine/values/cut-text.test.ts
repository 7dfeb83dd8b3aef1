import { describe, expect, it } from 'vitest';
import { cutAt, cutEnd, cutEndCounted } from '../../../src/engine/values/cut-text.ts';
import { fc } from '../../support/seed.ts';

describe('a text that is cut', () => {
  it('is as it was when it is short enough', () => {
    expect(cutEnd('abc', 3)).toBe('abc');
    expect(cutEndCounted('abc', 3)).toBe('abc');
  });

  it('ends with a sign that there was more, and with how much if that is wanted', () => {
    expect(cutEnd('abcdef', 3)).toBe('abc…');
    expect(cutEndCounted('abcdef', 4)).toBe('abcd… (2 more characters)');
  });

  it('counts what a character that does not fit takes along', () => {
    expect(cutEnd('ab😀', 3)).toBe('ab…');
    expect(cutEndCounted('ab😀', 3)).toBe('ab… (2 more characters)');
  });

  it('never ends with half of a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, end) => {
        const start = cutAt(text, end);
        expect(text.startsWith(start)).toBe(true);
        expect(start).toBe(Buffer.from(start).toString());
        expect(Math.min(end, text.length) - start.length).toBeLessThan(2);
      }),
    );
  });
});
