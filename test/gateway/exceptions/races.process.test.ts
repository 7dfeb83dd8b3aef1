import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { soonMs } from '../../support/eventually.ts';
import { folderWith } from '../../support/folder-with.ts';
import { compiled } from '../../support/processes/compiled.ts';

const modules = (): string => JSON.stringify(join(compiled(), 'src/gateway/state/'));

/** Runs a script over the compiled state in a process of its own, and gives what it printed. */
function inProcess(
  script: string,
  state: string,
  killAfterMs?: number,
  onText?: (child: ChildProcess) => unknown,
): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, XDG_STATE_HOME: state },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    if (text === '') onText?.(child);
    text += part;
    if (killAfterMs !== undefined && text === part) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return new Promise((resolve) => child.once('close', () => resolve(text)));
}

const fingerprint = 'a'.repeat(64);
const call = {
  code: 'AAAAAAA',
  fingerprint,
  product: 'codex',
  tool: 'Bash',
  folder: '/p',
  preview: 'ls',
  kind: 'deny',
  reason: 'no',
  guards: [],
  at: 1,
};

describe('processes at the same time', () => {
  it('use each exception once', async () => {
    const state = folderWith({ keep: '' });
    const fingerprints = Array.from({ length: 200 }, (_, number) => String(number).padStart(64, '0'));
    const give = `
      const { giveException } = await import(${modules()} + 'exceptions/exceptions.js');
      const given = Date.now();
      for (const fingerprint of ${JSON.stringify(fingerprints)})
        giveException({ kind: 'call', id: 'AAAAAAA', call: { ...${JSON.stringify(call)}, fingerprint }, given, expires: given + 600000 });
    `;
    expect(await inProcess(give, state)).toBe('');
    const take = `
      const { takeException } = await import(${modules()} + 'exceptions/exceptions.js');
      console.log('ready');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      for (const fingerprint of ${JSON.stringify(fingerprints)})
        for (let round = 0; round < 2; round += 1) if (takeException(fingerprint) !== null) console.log(fingerprint);
      process.exit();
    `;
    const ready: ChildProcess[] = [];
    const taking = Array.from({ length: 6 }, () =>
      inProcess(take, state, undefined, (child) => ready.push(child)),
    );
    await expect.poll(() => ready.length, { timeout: soonMs }).toBe(6);
    for (const child of ready) child.stdin?.write('go\n');
    const taken = (await Promise.all(taking)).flatMap((text) => text.trim().split('\n').slice(1));
    expect(taken.sort()).toEqual(fingerprints);
  });

  it('lose nothing that they have noted, though some are killed', async () => {
    const state = folderWith({ keep: '' });
    const write = (hook: string, count: number): string => `
      const { writeGuards, readGuards } = await import(${modules()} + 'guards/guard-log.js');
      const guard = { hook: '${hook}', file: null, ran: 1, lastRan: 1, lastDenied: null, lastFailed: null, failure: 'x'.repeat(290),
        lastDropped: null, drop: null };
      for (let at = 0; at < ${count}; at += 1) { writeGuards([guard, guard]); if (at === 10) console.log('on'); }
      console.log('done');
    `;
    const [, , , , ...killed] = await Promise.all([
      ...['a', 'b', 'c', 'd'].map((hook) => inProcess(write(hook, 800), state)),
      inProcess(write('k', 1_000_000), state, 60),
      inProcess(write('k', 1_000_000), state, 140),
    ]);
    expect(killed).toEqual(['on\n', 'on\n']);
    const read = `
      const { readGuards } = await import(${modules()} + 'guards/guard-log.js');
      console.log(JSON.stringify(readGuards().map(({ hook, ran }) => [hook, ran])));
    `;
    const counts = new Map<string, number>(JSON.parse(await inProcess(read, state)));
    expect(counts.get('k')).toBeGreaterThan(20);
    for (const hook of ['a', 'b', 'c', 'd']) {
      // A line that is written to a log while that is folded may be lost, and nothing is counted twice.
      expect(counts.get(hook)).toBeLessThanOrEqual(1600);
      expect(counts.get(hook)).toBeGreaterThan(1550);
    }
    expect(readdirSync(join(state, 'hookline', 'guards'))).toContain('sum.json');
  });

  it('keep every call that they offer a code for, though the file is full and some are killed', async () => {
    const state = folderWith({ keep: '' });
    const keep = (name: string, many: number, tellAt = many - 1): string => `
      const { keepWaiting } = await import(${modules()} + 'exceptions/waiting-calls.js');
      const { createHash } = await import('node:crypto');
      const fingerprintOf = (number) => createHash('sha256').update('${name}' + number).digest('hex');
      const keep = (number) => {
        const fingerprint = fingerprintOf(number);
        keepWaiting({ ...${JSON.stringify(call)}, fingerprint, preview: 'x'.repeat(9000), at: Date.now() });
        return fingerprint;
      };
      for (let number = 0; number < ${many}; number += 1) { keep(number); if (number === ${tellAt}) console.log('on'); }
      await new Promise((resolve) => process.stdin.once('data', resolve));
      for (let number = 0; number < 15; number += 1) console.log(keep('last ' + number));
      process.exit();
    `;
    const full: ChildProcess[] = [];
    const keeping = ['a', 'b', 'c', 'd'].map((name) =>
      inProcess(keep(name, 150), state, undefined, (child) => full.push(child)),
    );
    const killed = ['k', 'l'].map((name, index) =>
      inProcess(keep(name, 1_000_000, 10), state, 30 * (index + 1)),
    );
    expect(await Promise.all(killed)).toEqual(['on\n', 'on\n']);
    await expect.poll(() => full.length, { timeout: soonMs }).toBe(4);
    // All together: the next file is begun by several at once.
    for (const child of full) child.stdin?.write('go\n');
    const offered = (await Promise.all(keeping)).flatMap((text) => text.trim().split('\n').slice(1));
    expect(offered).toHaveLength(60);
    const read = `
      const { waitingCalls } = await import(${modules()} + 'exceptions/waiting-calls.js');
      console.log(JSON.stringify(waitingCalls().map(({ fingerprint }) => fingerprint)));
    `;
    const waiting: readonly string[] = JSON.parse(await inProcess(read, state));
    expect(waiting).toHaveLength(100);
    expect(waiting).toEqual(expect.arrayContaining(offered));
  });

  it('are stopped neither by a pipe where calls are noted nor by a call that is too long to be noted', async () => {
    const state = folderWith({ keep: '' });
    const script = `
      console.log('on');
      const { execFileSync } = await import('node:child_process');
      const { mkdirSync } = await import('node:fs');
      const { AnnouncedCalls } = await import(${modules()} + 'announced-calls.js');
      const { keepWaiting, waitingCalls } = await import(${modules()} + 'exceptions/waiting-calls.js');
      const judged = ${JSON.stringify(join(state, 'hookline/calls'))};
      mkdirSync(judged, { recursive: true });
      const minute = Math.floor(Date.now() / 60000);
      for (const one of [minute - 1, minute, minute + 1]) for (const name of ['', 'daemon-']) execFileSync('mkfifo', [judged + '/' + name + one + '.jsonl']);
      console.log(await new AnnouncedCalls(false).earlier('key'));
      const call = { ...${JSON.stringify(call)}, at: Date.now() };
      keepWaiting(call);
      try { keepWaiting({ ...call, fingerprint: 'b', tool: 'x'.repeat(5e6) }); } catch (problem) { console.log(problem.message); }
      console.log(waitingCalls().map(({ tool }) => tool).join());
    `;
    expect(await inProcess(script, state, soonMs)).toBe(
      'on\nnull\nwhat it says of itself is too long\nBash\n',
    );
  });
});
