import { lutimes, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import { allLines, firingsOf, runsOf, withTraceFolder } from '../traces.ts';

const stop = { session_id: 's', transcript_path: '', cwd: '/', stop_hook_active: false };

async function traced(
  folder: string,
  options: { maxDays?: number; maxSize?: number },
): Promise<readonly string[]> {
  const hooks = new Hooks();
  const recording = record(hooks, { folder, content: 'none', ...options });
  await hooks.fire('Stop', stop);
  await recording.stop();
  return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
}

const firstLine = (session: string): string =>
  JSON.stringify({
    ...{ v: 1, type: 'writer', writer: 'w', seq: 0, at: '', pid: 1, version: '', content: 'none' },
    ...{ session, previous: null, after: null, hash: '' },
  });

async function oldFile(folder: string, name: string, days: number, size = 10, text?: string): Promise<void> {
  const path = join(folder, name);
  const session = name.replace(/(?:~\d+)?\.jsonl$/, '');
  await writeFile(path, text ?? `${firstLine(session)}\n${'x'.repeat(size)}`);
  const time = new Date(Date.now() - days * 86_400_000);
  await utimes(path, time, time);
}

it('deletes what is too old, and nothing that is no trace', () =>
  withTraceFolder(async (folder) => {
    await oldFile(folder, 'old.jsonl', 31);
    await oldFile(folder, 'young.jsonl', 29);
    await oldFile(folder, 'notes.txt', 99);
    expect(await traced(folder, {})).toEqual(['notes.txt', 's.jsonl', 'young.jsonl']);
  }));

it('leaves files alone that no writer began, or that have another name by now', () =>
  withTraceFolder(async (folder) => {
    await oldFile(folder, 'train.jsonl', 40, 0, '{"prompt":"mine"}\n');
    await oldFile(folder, 'empty.jsonl', 40, 0, '');
    await oldFile(folder, 'kept.jsonl', 40, 0, `${firstLine('other')}\n`);
    await oldFile(folder, 'old~2.jsonl', 40);
    expect(await traced(folder, { maxSize: 0.000_001 })).toEqual([
      'empty.jsonl',
      'kept.jsonl',
      'train.jsonl',
    ]);
  }));

it('follows no link where it marks when it last looked', () =>
  withTraceFolder(async (folder) => {
    const marker = join(folder, '.pruned');
    await symlink(join(folder, 'made'), marker);
    await lutimes(marker, 1, 1);
    await oldFile(folder, 'old.jsonl', 99);
    expect(await traced(folder, {})).toEqual(['old.jsonl', 's.jsonl']);
  }));

it('deletes the oldest when all are too large, at most once an hour', () =>
  withTraceFolder(async (folder) => {
    for (const [name, days] of [
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ] as const)
      await oldFile(folder, `${name}.jsonl`, days, 400_000);
    expect(await traced(folder, { maxSize: 0.9 })).toEqual(['b.jsonl', 'c.jsonl', 's.jsonl']);
    await oldFile(folder, 'old.jsonl', 99);
    expect(await traced(folder, {})).toContain('old.jsonl');
  }));

it('keeps the order of what happened though the clock of the machine jumps', () =>
  withTraceFolder(async (folder) => {
    const hooks = new Hooks();
    hooks.on('Stop', { name: 'one' }, () => undefined);
    const recording = record(hooks, { folder, content: 'none' });
    const clock = vi.spyOn(Date, 'now');
    const times = [2_000_000_000_000, 1_000_000_000_000, 1_500_000_000_000];
    for (const time of times) {
      clock.mockReturnValue(time);
      await hooks.fire('Stop', stop);
    }
    clock.mockRestore();
    await recording.stop();
    const lines = await allLines(folder);
    expect(firingsOf(lines).map(({ at }) => Date.parse(at))).toEqual(
      times.map((time) => expect.closeTo(time, -2)),
    );
    expect(lines.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const { startMs, durationMs } of runsOf(lines))
      expect([startMs, durationMs].every((ms) => ms !== null && ms >= 0 && ms < 1000)).toBe(true);
  }));
