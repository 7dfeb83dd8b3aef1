import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../../src/agent/conversation/transcript.ts';
import type { Message } from '../../../src/models/model.ts';
import { sleep } from '../../support/hooks.ts';
import { projectFolder } from '../../support/pages.ts';
import { processesWith } from '../../support/processes/leftovers.ts';
import { Scratch } from '../../support/scratch.ts';
import { randomNumbers, runs } from '../../support/seed.ts';

const host = fileURLToPath(new URL('../../fixtures/hosts/agent-session.mjs', import.meta.url));
const mark = `MARK=${randomUUID()}`;

/** Starts a session, or resumes it, and waits until it is at work. */
async function start(folder: string): Promise<{ child: ChildProcess; ended: Promise<string> }> {
  const env = { ...process.env, MARK: mark.slice('MARK='.length) };
  const child = spawn(process.execPath, [host, join(projectFolder, 'dist'), folder], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = once(child, 'close').then(() => said.replace('ready\n', '').trim());
  while (!said.includes('ready')) await Promise.race([once(child.stdout, 'data'), ended]);
  return { child, ended };
}

/** Every call of a finished turn has its result, in order. */
function expectPaired(messages: readonly Message[]): void {
  messages.forEach(({ role, content }, index) => {
    const next = messages[index + 1];
    if (role !== 'assistant' || next === undefined) return;
    const calls = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    if (calls.length === 0) return;
    const results = typeof next.content === 'string' ? [] : next.content;
    expect(results.map((block) => 'tool_use_id' in block && block.tool_use_id)).toEqual(calls);
  });
}

describe('a host that is killed', () => {
  it('at any moment leaves a transcript that can be read and resumed, and no process', async () => {
    const first = new Scratch().path;
    const undisturbed = await start(first);
    const beganAt = performance.now();
    expect(await undisturbed.ended).toBe('end_turn');
    const lengthMs = performance.now() - beganAt;
    const random = randomNumbers();

    const folder = new Scratch().path;
    for (let round = 0; round < runs(5, 150); round += 1) {
      const { child, ended } = await start(folder);
      await sleep(random() * lengthMs);
      child.kill('SIGKILL');
      await ended;
      const transcripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.jsonl'),
      );
      for (const name of transcripts) {
        const lines = readFileSync(join(folder, name), 'utf8').split('\n');
        // All but what follows the last newline is whole.
        for (const line of lines.slice(0, -1)) expect(() => JSON.parse(line)).not.toThrow();
        expectPaired(readTranscript(join(folder, name)).map(({ message }) => message));
      }
    }

    const last = await start(folder);
    expect(await last.ended).toBe('end_turn');
    const messages = readTranscript(join(folder, 'killed.jsonl')).map(({ message }) => message);
    expect(messages.at(-1)).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Done.' }] });
    expectPaired(messages);
    await expect.poll(() => processesWith(mark)).toEqual([]);
  });
});
