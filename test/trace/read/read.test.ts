import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { gatherFirings } from '../../../src/trace/read/read-firings.ts';
import { rawLines, readTrace } from '../../../src/trace/read/read-lines.ts';
import { Scratch } from '../../support/scratch.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = new Scratch().path;
  file = join(folder, 's.jsonl');
});

const line = (fields: object): string =>
  `${JSON.stringify({ v: 1, writer: 'w', seq: 0, hash: '', ...fields })}\n`;
const outcome = {
  ...{ point: 'Stop', decision: null, reason: null, decidedBy: null, haltReason: null, modified: false },
  ...{ suppressed: false, resume: false, halted: false, injections: [], notices: [] },
};
const whole = {
  ...{
    at: '',
    point: 'Stop',
    session: 's',
    agent: null,
    agentType: null,
    lineage: [],
    product: null,
    folder: null,
  },
  ...{ tool: null, toolUseId: null, altered: false, outcome, code: null, durationMs: 1, config: null },
};
const ran = {
  ...{
    hook: 'h',
    level: null,
    place: null,
    kind: null,
    guard: false,
    mode: 'enforce',
    status: 'ok',
    decision: null,
    reason: null,
    rule: null,
  },
  ...{ effects: [], dropped: [], failure: null, error: null, startMs: 0, durationMs: 1, changes: [] },
  ...{ stdout: null, stderr: null, exitCode: null },
};
const firing = (id: string, runCount: number, writer = 'w', wrong: object = {}): string =>
  line({ type: 'firing', ...whole, id, runCount, writer, ...wrong });
const run = (id: string, of: string, writer = 'w', late = false): string =>
  line({ type: 'run', ...ran, id, firing: of, writer, late });

it('passes over lines of another shape, and tells of them', async () => {
  const short = line({ type: 'firing', id: 'z', runCount: 0 });
  const wrong = [
    ...[{ outcome: null }, { outcome: { ...outcome, injections: [null] } }, { session: 1 }, { lineage: 'a' }],
    ...[{ at: undefined }, { type: 'toString' }, { type: 'run' }, { seq: '0' }],
  ];
  const lines = [
    firing('1', 0),
    short,
    ...wrong.map((fields) => firing('x', 0, 'w', fields)),
    firing('2', 0),
  ];
  await writeFile(file, lines.join(''));
  const passedOver: number[] = [];
  const ids: string[] = [];
  for await (const read of readTrace(file, ({ number }) => passedOver.push(number)))
    if (read.type === 'firing') ids.push(read.id);
  expect(ids).toEqual(['1', '2']);
  expect(passedOver).toEqual([2, ...wrong.map((_, index) => index + 3)]);
});

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
  await writeFile(file, line({ type: 'lost', at: '', why: text, lines: 1 }));
  await appendFile(file, line({ type: 'lost', at: '', why: 'short', lines: 2 }));
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

it('goes on behind bytes that are no text, and behind a line that is too long', async () => {
  const lines = [Buffer.from('{"a":"ü"}'), Buffer.alloc(9, 0xff), Buffer.alloc(33 * 1024 * 1024, 'x')];
  await writeFile(
    file,
    Buffer.concat([...lines, Buffer.from('last')].flatMap((line) => [line, Buffer.from('\n')])),
  );
  const read: { text: string; end: number }[] = [];
  for await (const { text, end } of rawLines(file)) read.push({ text, end });
  let end = 0;
  expect(read.map((line) => line.end)).toEqual(
    [...lines, 'last'].map((line) => {
      end += line.length + 1;
      return end;
    }),
  );
  expect([read[0]?.text, read[2]?.text, read[3]?.text]).toEqual(['{"a":"ü"}', '', 'last']);
  const rest: string[] = [];
  for await (const { text } of rawLines(file, read[2]?.end)) rest.push(text);
  expect(rest).toEqual(['last']);
});
