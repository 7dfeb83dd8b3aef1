import { describe, expect, it } from 'vitest';
import { linesOf, parseArma } from '../../../src/config/arma/script.ts';
import { literalText } from '../../../src/handlers/arma/hook.ts';
import { fc, runs } from '../../support/seed.ts';

const pieces = [
  'hook',
  ' ',
  '\t',
  '\n',
  '\r\n',
  'pre:message',
  'pre:tool',
  ':',
  '|',
  '/log',
  '/set',
  '/run',
  '/perms',
  'check',
  'info',
  '"',
  "'",
  '\\',
  '$',
  '${',
  '}',
  'prompt',
  '.',
  '#',
  'é',
  '😀',
  '\uFEFF',
  '\u2028',
  '\0',
];
const scripts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
  fc
    .array(fc.constantFrom(...pieces), { maxLength: 15 })
    .map((parts) => `hook pre:message /notify ${parts.join('')}`),
);
/** Text that fits into one line; there is no way to write a carriage return. */
const lineText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/\r/g, ''));

function doubleQuoted(text: string): string {
  const escaped = text
    .replaceAll(/["\\$]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t');
  return `"${escaped}"`;
}

function argumentOf(written: string): string | undefined {
  const { hooks, problems } = parseArma(`hook pre:message /notify ${written}`);
  expect(problems).toEqual([]);
  return hooks[0]?.arguments[0] && literalText(hooks[0].arguments[0]);
}

describe('whatever a script holds', () => {
  it('it is read without a throw, and every problem is a place in the text', () => {
    fc.assert(
      fc.property(scripts, (text) => {
        const lines = linesOf(text);
        for (const { place, message } of parseArma(text).problems) {
          const { line, column, endColumn } = place;
          const length = lines[line - 1]?.length ?? -1;
          expect(column).toBeGreaterThanOrEqual(1);
          expect(endColumn).toBeGreaterThan(column);
          expect(endColumn).toBeLessThanOrEqual(length + 1);
          expect(message).not.toBe('');
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('a line is a hook, a problem, or nothing but blanks and a comment', () => {
    fc.assert(
      fc.property(scripts, (text) => {
        const { hooks, problems } = parseArma(text);
        const spoken = new Set([...hooks, ...problems.map(({ place }) => place)].map(({ line }) => line));
        for (const [index, line] of linesOf(text).entries())
          expect(spoken.has(index + 1)).toBe(!/^\s*(#|$)/.test(line));
      }),
      { numRuns: runs(100) },
    );
  });

  it('the words of a hook stand in order within its line', () => {
    fc.assert(
      fc.property(scripts, (text) => {
        for (const hook of parseArma(text).hooks) {
          let last = hook.column;
          for (const { column, endColumn } of hook.arguments) {
            expect(column).toBeGreaterThan(last);
            last = endColumn;
          }
          expect(last).toBeLessThanOrEqual(hook.text.length + 1);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('quoting', () => {
  it('gives back any text, in double quotes with escapes', () => {
    fc.assert(
      fc.property(lineText, (text) => {
        expect(argumentOf(doubleQuoted(text))).toBe(text);
      }),
    );
  });

  it('gives back any text of one line without an apostrophe, in single quotes', () => {
    const plain = lineText.map((text) => text.replaceAll(/['\n]/g, ''));
    fc.assert(
      fc.property(plain, (text) => {
        expect(argumentOf(`'${text}'`)).toBe(text);
      }),
    );
  });

  it('works piece by piece within one word', () => {
    const piece = lineText.map((text) => text.replaceAll(/['\n]/g, ''));
    fc.assert(
      fc.property(piece, lineText, (left, right) => {
        expect(argumentOf(`'${left}'${doubleQuoted(right)}`)).toBe(left + right);
      }),
    );
  });
});
