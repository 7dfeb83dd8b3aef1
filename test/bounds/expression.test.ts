import { describe, expect, it } from 'vitest';
import { testExpression } from '../../src/bounds/expression.ts';
import { cpuMs } from '../support/cpu.ts';

/** An expression whose first matches find no time on the machine. */
class Kept extends RegExp {
  tries = 0;
  readonly #waiting: number;

  constructor(pattern: string, waiting: number) {
    super(pattern);
    this.#waiting = waiting;
  }

  override test(text: string): boolean {
    this.tries += 1;
    if (this.tries <= this.#waiting) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return super.test(text);
  }
}

describe('matching an expression', () => {
  it('is tried again when others had the machine', () => {
    const expression = new Kept('^a', 2);
    expect(testExpression(expression, 'abc')).toBe(true);
    expect(expression.tries).toBe(3);
  });

  it('is given up when the machine stays busy', () => {
    const expression = new Kept('^a', 10);
    expect(testExpression(expression, 'abc')).toBeNull();
    expect(expression.tries).toBe(3);
  });

  it('is given up after a moment of work', async () => {
    let verdict: boolean | null = true;
    const ms = await cpuMs(() => {
      verdict = testExpression(/^(?:a+)+$/, `${'a'.repeat(40)}b`);
    });
    expect(verdict).toBeNull();
    expect(ms).toBeLessThan(1000);
  });
});
