import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifyFile } from '../../../src/trace/read/verify.ts';
import { type ChainState, chainStart, seal, toldHash } from '../../../src/trace/write/chain.ts';
import { withTraceFolder } from '../traces.ts';

/** The lines of a writer that lost something, twice. */
function writerLines(id: string, at: string, after: string | null): readonly string[] {
  let chain: ChainState = chainStart;
  const add = (type: string, fields: object): string => {
    const sealed = seal({ type, json: JSON.stringify(fields) }, 1, id, chain);
    chain = sealed.next;
    return sealed.text;
  };
  const first = add('writer', {
    at,
    pid: 1,
    version: '',
    content: 'none',
    session: 's',
    previous: null,
    after,
  });
  return [first, add('lost', { at, lines: 1, why: 'a' }), add('lost', { at, lines: 2, why: 'b' })];
}

const [a, b, c] = writerLines('w', '2026-03-03T10:00:00.000Z', null) as [string, string, string];
const late = writerLines('x', '2026-03-03T11:00:00.000Z', null);

const files: Readonly<
  Record<string, readonly [readonly string[], readonly (readonly [number, string])[], number]>
> = {
  'a whole file': [[a, b, c], [], 0],
  'writers that began at the same time': [
    [a, ...writerLines('x', '2026-03-03T10:00:01.000Z', null), b, c],
    [],
    0,
  ],
  'a torn line, and one who writes behind it': [[a, b, c.slice(0, 40), ...late], [], 1],
  'a writer in the middle that says the file was empty': [
    [a, b, ...late, c],
    [[3, 'it was put in: its writer says that the file was empty']],
    0,
  ],
  'text that no writer wrote': [
    [a, 'hello', '{"v":1,"type":"lost"}', b, c],
    [
      [2, 'no writer of this version wrote it so'],
      [3, 'no writer of this version wrote it so'],
    ],
    0,
  ],
  'a changed last line with the hash of the one before it': [
    [a, b, c.replace('"lines":2', '"lines":3').replace(toldHash(c) ?? '', toldHash(b) ?? '')],
    [[3, 'it was changed, or the one of its writer before it was']],
    0,
  ],
  'a line turned to a later version': [
    [a, b, c.replace('"v":1', '"v":2')],
    [[3, 'no writer of this version wrote it so']],
    0,
  ],
};

it.each(Object.entries(files))('verifies %s', (_, [lines, problems, torn]) =>
  withTraceFolder(async (folder) => {
    const file = join(folder, 's.jsonl');
    await writeFile(file, `${lines.join('\n')}\n`);
    const verified = await verifyFile(file);
    expect(verified.problems.map(({ line, what }) => [line, what])).toEqual(problems);
    expect(verified.torn).toBe(torn);
  }),
);
