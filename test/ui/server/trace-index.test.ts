import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import { deny } from '../../../src/engine/outcome/effects.ts';
import { TraceIndex } from '../../../src/ui/server/trace-index.ts';
import { Scratch } from '../../support/scratch.ts';

async function recordCalls(folder: string, session: string, commands: readonly string[]): Promise<string> {
  const hooks = new Hooks();
  hooks.on('PreToolUse', { name: 'judge' }, ({ tool_input: { command } }) =>
    String(command).startsWith('rm') ? deny('no rm [fs.rm]') : undefined,
  );
  const recording = record(hooks, { folder });
  for (const [place, command] of commands.entries()) {
    const event = {
      session_id: session,
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `call-${place}`,
      cwd: '/shop',
    };
    const { decision } = await hooks.fire('PreToolUse', event as never);
    if (decision !== 'deny') await hooks.fire('PostToolUse', { ...event, tool_response: 'ok' } as never);
  }
  await recording.stop();
  return join(folder, `${session}.jsonl`);
}

describe('the index of the page', () => {
  let folder: string;
  beforeEach(() => {
    folder = new Scratch().path;
  });
  const commands = async (index: TraceIndex, wanted: readonly number[]): Promise<unknown[]> => {
    const found: unknown[] = [];
    for await (const { firing } of index.events(wanted))
      found.push((firing.input as { readonly tool_input: { readonly command: string } }).tool_input.command);
    return found;
  };

  it('gives each result the row of its call, and the texts of a deny by their numbers', async () => {
    const index = new TraceIndex();
    await index.update([await recordCalls(folder, 's1', ['ls', 'rm x', 'pwd'])], () => undefined);
    const { before, reason, decidedBy, names, folder: folders } = index.rows.batch(0, 0, 100);
    expect(before).toEqual([-1, 0, -1, -1, 3]);
    expect([reason[2], decidedBy[2], folders[2]].map((number) => names[number ?? -1])).toEqual([
      'no rm [fs.rm]',
      'judge',
      '/shop',
    ]);
  });

  it('says when it is full', async () => {
    const index = new TraceIndex(2);
    await index.update([await recordCalls(folder, 's1', ['ls', 'pwd'])], () => undefined);
    expect(index.rows.length).toBe(2);
    expect(index.problems()).toEqual([
      'only the first 2 events that were read are shown; hookline trace shows all',
    ]);
  });

  it('reads a replaced file again, and finds known events where they are now', async () => {
    const index = new TraceIndex();
    const path = await recordCalls(folder, 's1', ['ls', 'pwd']);
    await index.update([path], () => undefined);
    const rotated = join(folder, 's1~2.jsonl');
    renameSync(path, rotated);
    renameSync(await recordCalls(join(folder, 'new'), 's1', ['id']), path);
    await index.update([rotated, path], () => undefined);
    expect(index.rows.length).toBe(6);
    expect(await commands(index, [0, 2, 4])).toEqual(['ls', 'pwd', 'id']);
    rmSync(path);
    await index.update([rotated, path], () => undefined);
    expect(index.problems()).toEqual(["trace files that are gone, so their events can't be opened: 1"]);
    expect(await index.event(4)).toBe(null);
  });

  it('counts lines that it cannot read', async () => {
    const path = join(folder, 'broken.jsonl');
    writeFileSync(path, 'no JSON\n{"v":1}\n');
    const index = new TraceIndex();
    await index.update([path], () => undefined);
    await index.update([path], () => undefined);
    expect(index.problems()).toEqual([
      expect.stringContaining('cannot be read, and are not counted here: 2'),
    ]);
  });
});
