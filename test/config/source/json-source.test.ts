import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/config/source/json-source.ts';
import { hasErrors } from '../../../src/config/source/problem.ts';
import { SourceFile } from '../../../src/config/source/source-file.ts';
import { cpuMs } from '../../support/cpu.ts';
import { fc, runs } from '../../support/seed.ts';

const parse = (text: string) => parseJson(new SourceFile('a.json', text));

function parsedByNode(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** JSON in which a few characters were put in or left out. */
const nearlyJson = fc
  .tuple(
    fc.json({ noUnicodeString: false }),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', ',', '"', '{', '}', '[', ']', '\\', '0', '-', '\n', 'u', '.'),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((edited, [place, removed, added]) => {
      const at = place % (edited.length + 1);
      return edited.slice(0, at) + added + edited.slice(at + removed);
    }, text),
  );

describe('the parser of JSON', () => {
  it('accepts what JSON.parse accepts, refuses what it refuses, and gives the same value', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        const expected = parsedByNode(text);
        const source = parse(text);
        expect(hasErrors(source.problems)).toBe(expected === null);
        if (expected !== null) expect(source.value).toEqual(expected.value);
      }),
      { numRuns: runs(200) },
    );
  });

  it('knows where every part stands', () => {
    const { at } = parse('{\n  "a": [1, {"b": "c"}]\n}');
    const place = (...path: (string | number)[]): string => {
      const { line, column, endColumn } = at(path);
      return `${line}:${column}-${endColumn}`;
    };
    expect(place('a')).toBe('2:8-23');
    expect(place('a', 0)).toBe('2:9-10');
    expect(place('a', 1, 'b')).toBe('2:18-21');
    expect(at(['a', 1, 'b'], 'key').column).toBe(13);
    // What is missing is shown at what would hold it.
    expect(place('a', 1, 'nothing', 'deeper')).toBe('2:12-22');
    expect(at(['nothing'], 'key').line).toBe(1);
  });

  it('gives no object another prototype', () => {
    const { value } = parse('{"__proto__": {"a": 1}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value as object)).toEqual(['__proto__']);
  });

  it('gives up on a text that is never closed without trying long', async () => {
    const text = `{"a": "${'x\\n'.repeat(50_000)}`;
    expect(await cpuMs(() => expect(parse(text).problems).toHaveLength(1))).toBeLessThan(10_000);
  });
});
