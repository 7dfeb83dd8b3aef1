import { describe, expect, it } from 'vitest';
import { OutputText } from '../../src/processes/output-text.ts';
import { fc } from '../support/seed.ts';

interface Read {
  readonly text: string;
  readonly told: readonly string[];
  readonly overflows: number;
}

function read(chunks: readonly Uint8Array[], maxBytes = 1000, dropMark = true): Read {
  const told: string[] = [];
  let overflows = 0;
  const output = new OutputText({
    maxBytes,
    dropMark,
    onText: (text) => void told.push(text),
    onOverflow: () => {
      overflows += 1;
    },
  });
  for (const chunk of chunks) output.add(chunk);
  return { text: output.end(), told, overflows };
}

/** The bytes in pieces that end at the given places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('the text of a stream', () => {
  it('is the same however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(), { maxLength: 6 }), (text, places) => {
        const bytes = Buffer.from(text);
        const { text: got, told, overflows } = read(cut(bytes, places), 10_000, false);
        expect(got).toBe(bytes.toString());
        expect(told.join('')).toBe(got);
        expect(overflows).toBe(0);
      }),
    );
  });

  it('takes any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.array(fc.nat(), { maxLength: 6 }), (bytes, places) => {
        const { text, told } = read(cut(bytes, places));
        expect(told.join('')).toBe(text);
      }),
    );
  });

  it('loses a byte order mark only at the start, and only if asked to', () => {
    const marked = [Buffer.from([0xef]), Buffer.from([0xbb, 0xbf, 0x61]), Buffer.from('\uFEFFb')];
    expect(read(marked).text).toBe('a\uFEFFb');
    expect(read(marked, 1000, false).text).toBe('\uFEFFa\uFEFFb');
    expect(read([Buffer.from('\uFEFF')]).told).toEqual([]);
  });

  it('ends at the limit, which is told once', () => {
    const chunks = ['abc', 'def', 'ghi'].map((text) => Buffer.from(text));
    expect(read(chunks, 9)).toMatchObject({ text: 'abcdefghi', overflows: 0 });
    expect(read(chunks, 5)).toEqual({ text: 'abcde', told: ['abc', 'de'], overflows: 1 });
    expect(read(chunks, 0)).toEqual({ text: '', told: [], overflows: 1 });
  });
});
