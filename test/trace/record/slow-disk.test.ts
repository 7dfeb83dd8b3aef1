import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import { readTrace } from '../../../src/trace/read/read-lines.ts';
import { SessionWriter } from '../../../src/trace/write/session-writer.ts';
import { allLines, withTraceFolder } from '../traces.ts';

it('keeps no more than it may for a slow disk, and counts what it loses', () =>
  withTraceFolder(async (folder) => {
    const { write } = SessionWriter.prototype;
    let mostBytes = 0;
    const slow = vi.spyOn(SessionWriter.prototype, 'write').mockImplementation(async function (
      this: SessionWriter,
      lines,
    ) {
      mostBytes = Math.max(
        mostBytes,
        lines.reduce((sum, { json }) => sum + json.length, 0),
      );
      await sleep(100);
      return write.call(this, lines);
    });
    onTestFinished(() => slow.mockRestore());
    const told: string[] = [];
    const hooks = new Hooks({ log: () => undefined });
    const recording = record(hooks, {
      ...{ folder, content: 'full', maxWaiting: 0.25 },
      log: ({ message }) => told.push(message),
    });
    const count = 1000;
    for (let index = 0; index < count; index += 1) {
      const input = { tool_name: 'Bash', tool_input: { command: 'x'.repeat(2000) }, tool_use_id: '1' };
      await hooks.fire('PreToolUse', { session_id: 's', ...input } as never);
      if (index % 10 === 0) await sleep(1);
    }
    await recording.stop();
    let [recorded, lost] = [0, 0];
    for await (const line of readTrace(`${folder}/s.jsonl`)) {
      if (line.type === 'firing') recorded += 1;
      if (line.type === 'lost') lost += line.lines;
    }
    expect(recorded).toBeGreaterThan(0);
    expect(lost).toBeGreaterThan(0);
    expect(recorded + lost).toBe(count);
    expect(mostBytes).toBeLessThanOrEqual(0.25 * 1024 * 1024);
    expect(told[0]).toContain('the trace has gaps');
  }));

it('counts also what is lost while it writes for the last time', () =>
  withTraceFolder(async (folder) => {
    const hooks = new Hooks({ log: () => undefined });
    const recording = record(hooks, { folder, content: 'full', maxWaiting: 1, log: () => undefined });
    const count = 200;
    for (let index = 0; index < count; index += 1) {
      const input = { tool_name: 'Bash', tool_input: { command: 'x'.repeat(300_000) }, tool_use_id: '1' };
      await hooks.fire('PreToolUse', { session_id: `s${index % 40}`, ...input } as never);
      // While the record is at work, and not only before.
      if (index % 7 === 0) await sleep(index % 3);
    }
    await recording.stop();
    let counted = 0;
    for (const line of await allLines(folder)) {
      if (line.type === 'firing') counted += 1;
      if (line.type === 'lost') counted += line.lines;
    }
    expect(counted).toBe(count);
  }));
