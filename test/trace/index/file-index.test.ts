import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import { deny } from '../../../src/engine/outcome/effects.ts';
import { codeNumber, codeOfNumber } from '../../../src/trace/decision-code.ts';
import { IndexedTraces } from '../../../src/trace/index/indexed-traces.ts';
import { firingsOf } from '../../../src/trace/read/find-firings.ts';
import { traceFiles } from '../../../src/trace/read/find-traces.ts';
import { type StatsKey, statsKeys, TraceStats } from '../../../src/trace/read/stats.ts';
import { indexPath } from '../../../src/trace/write/session-files.ts';
import { withTraceFolder } from '../traces.ts';

const { signal } = new AbortController();

/** Records some calls of two sessions; every third is denied. */
async function fill(folder: string, count: number, from = 0): Promise<void> {
  const hooks = new Hooks({ log: () => undefined, timing: true });
  hooks.on('PreToolUse', { name: 'third' }, ({ tool_use_id: id }) =>
    Number(String(id).slice(1)) % 3 === 0 ? deny('git.push-force: no') : undefined,
  );
  hooks.on('PreToolUse', { name: 'after', mode: 'background' }, () => undefined);
  const recording = record(hooks, { folder });
  for (let index = from; index < from + count; index += 1)
    await hooks.fire('PreToolUse', {
      ...{ session_id: `s${index % 2}`, transcript_path: '', cwd: '/p', permission_mode: 'default' },
      ...{
        tool_name: index % 2 ? 'Bash' : 'Read',
        tool_use_id: `t${index}`,
        tool_input: { command: `c${index % 5}` },
      },
    });
  await hooks.drain();
  await recording.stop();
}

/** Whether the indexes tell the same as reading every line. */
async function expectSame(folder: string): Promise<void> {
  const files = await traceFiles(folder);
  const traces = await IndexedTraces.open(files, folder, signal);
  for (const filter of [
    {},
    { session: 's1' },
    { tool: 'Read', decision: 'deny' },
    { hook: 'third' },
    { tool: 'No' },
  ]) {
    const read: string[] = [];
    try {
      for await (const { firing } of firingsOf(files, filter, signal)) read.push(firing.id);
    } catch {
      // Nothing matches.
    }
    const indexed = await Promise.all(traces.events(filter).map((event) => traces.firing(event)));
    expect(indexed.map((found) => found?.firing.id).sort()).toEqual(read.sort());
  }
  for (const by of statsKeys) expect(traces.stats(by).rows()).toEqual(await counted(folder, by));
}

async function counted(folder: string, by: StatsKey): Promise<ReturnType<TraceStats['rows']>> {
  const stats = new TraceStats(by);
  for await (const found of firingsOf(await traceFiles(folder), {}, signal)) stats.add(found);
  const whole = new TraceStats(by);
  whole.merge(stats.stored());
  return whole.rows();
}

it('tells the same as the files: new, grown, cut, replaced, and with a damaged index', () =>
  withTraceFolder(async (folder) => {
    await fill(folder, 20);
    await expectSame(folder);
    const path = join(folder, 's0.jsonl');
    expect(existsSync(indexPath(path))).toBe(true);
    await fill(folder, 11, 20);
    await expectSame(folder);
    const text = readFileSync(path, 'utf8');
    const stored = readFileSync(indexPath(path));
    for (const damage of [
      Buffer.alloc(0),
      stored.subarray(0, 40),
      Buffer.concat([stored, stored]),
      Buffer.alloc(500),
    ]) {
      writeFileSync(indexPath(path), damage);
      await expectSame(folder);
    }
    writeFileSync(path, `${text.split('\n').slice(0, 9).join('\n')}\n`);
    await expectSame(folder);
    rmSync(path);
    await fill(folder, 7);
    await expectSame(folder);
    appendFileSync(path, 'no line\n{"torn');
    const traces = await IndexedTraces.open(await traceFiles(folder), folder, signal);
    expect(traces.gaps.messages()).toEqual([expect.stringContaining('not counted here: 1;')]);
    await expectSame(folder);
  }));

it('reads an event again whose runs were still on their way', () =>
  withTraceFolder(async (folder) => {
    await fill(folder, 4);
    const path = join(folder, 's0.jsonl');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const last = lines.findLastIndex((line) => line.includes('"type":"firing"'));
    writeFileSync(path, `${lines.slice(0, last + 1).join('\n')}\n`);
    const before = (await IndexedTraces.open(await traceFiles(folder), folder, signal)).events({
      session: 's0',
    });
    appendFileSync(path, `${lines.slice(last + 1).join('\n')}\n`);
    await expectSame(folder);
    const after = (await IndexedTraces.open(await traceFiles(folder), folder, signal)).events({
      session: 's0',
    });
    expect([before.length, after.length]).toEqual([1, 2]);
  }));

it('finds events by code, which is a number there', () =>
  withTraceFolder(async (folder) => {
    await fill(folder, 10);
    const traces = await IndexedTraces.open(await traceFiles(folder), folder, signal);
    for (const code of ['7H2KQ9C', '0000000', 'ZZZZZZZ']) expect(codeOfNumber(codeNumber(code))).toBe(code);
    for (const wrong of ['', 'U', '7H2KQ9', '7H2KQ9CC']) expect(codeNumber(wrong)).toBe(-1);
    const [first] = traces.events({});
    const code = first === undefined ? null : (await traces.firing(first))?.firing.code;
    expect(traces.events({}, { code: codeNumber(code ?? '') }).length).toBeGreaterThan(0);
    expect(traces.events({}, { code: -1 })).toEqual([]);
  }));
