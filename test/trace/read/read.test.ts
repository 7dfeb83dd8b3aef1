import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gatherFirings } from '../../../src/trace/read/read-firings.ts';
import { readTrace } from '../../../src/trace/read/read-lines.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-read-'));
  file = join(folder, 's.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

const line = (fields: object): string => `${JSON.stringify({ v: 1, writer: 'w', ...fields })}\n`;
const firing = (id: string, runCount: number, writer = 'w'): string =>
  line({ type: 'firing', id, runCount, writer });
const run = (id: string, of: string, writer = 'w', late = false): string =>
  line({ type: 'run', id, firing: of, writer, late });

it('passes over what is torn, broken or of a later version, and tells of it', async () => {
  await writeFile(
    file,
    `${firing('1', 0)}no JSON\n${line({ v: 9, type: 'firing' })}\n${firing('é', 0)}{"v":1,"ty`,
  );
  const passedOver: [number, boolean][] = [];
  const ids: string[] = [];
  for await (const read of readTrace(file, ({ number, isTorn }) => passedOver.push([number, isTorn])))
    if (read.type === 'firing') ids.push(read.id);
  expect(ids).toEqual(['1', 'é']);
  expect(passedOver).toEqual([
    [2, false],
    [3, false],
    [6, true],
  ]);
});

it('reads lines that are longer than a piece of the file', async () => {
  const text = 'ü'.repeat(700_000);
  await writeFile(file, line({ type: 'lost', why: text, lines: 1 }));
  await appendFile(file, line({ type: 'lost', why: 'short', lines: 2 }));
  const whys: string[] = [];
  for await (const read of readTrace(file)) if (read.type === 'lost') whys.push(read.why);
  expect(whys).toEqual([text, 'short']);
});

it('puts firings and their runs together, though writers write at once', async () => {
  const lines = [firing('1', 2), firing('a', 1, 'x'), run('1.1', '1'), run('a.1', 'a', 'x'), run('1.2', '1')];
  const torn = [firing('2', 2), run('2.1', '2'), firing('3', 0), run('1.3', '1', 'w', true), firing('4', 1)];
  await writeFile(file, [...lines, ...torn].join(''));
  const found: string[] = [];
  for await (const {
    firing: { id },
    runs,
  } of gatherFirings(readTrace(file)))
    found.push([id, ...runs.map((one) => one.id)].join(' '));
  expect(found).toEqual(['a a.1', '1 1.1 1.2', '2 2.1', '3', '4']);
});
