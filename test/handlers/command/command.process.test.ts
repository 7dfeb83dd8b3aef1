import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { commandHandler } from '../../../src/handlers/command/command.ts';
import { handlerKind } from '../../../src/handlers/handler.ts';
import { eventually, soonMs, withEnoughTime } from '../../support/eventually.ts';
import { plainProtocol } from '../../support/firing/plain-protocol.ts';
import { bash, quietHooks } from '../../support/hooks.ts';
import { commandFixtures } from '../../support/processes/command-fixtures.ts';
import { compiled } from '../../support/processes/compiled.ts';
import { fireCommand } from '../../support/processes/fire-command.ts';
import { canLook, processesWith } from '../../support/processes/leftovers.ts';
import { Scratch } from '../../support/scratch.ts';

const setting = { protocol: plainProtocol, directory: commandFixtures };

let scratch: string;
beforeAll(async () => {
  scratch = new Scratch().path;
});

describe('a command hook', () => {
  it('reads the event from stdin and answers on stdout', async () => {
    const fired = await fireCommand('./denies.sh');
    expect(fired.outcome).toMatchObject({ decision: 'deny', reason: 'not today', decidedBy: 'command' });
    expect(fired.run).toMatchObject({ status: 'ok', failure: null });
    await fired.expectNothingLeft();
  });

  it('is given the encoded event as one line of JSON', async () => {
    const { stdout } = await fireCommand('cat');
    expect(stdout.endsWith('}\n')).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject({ ...bash, hook_event_name: 'PreToolUse' });
  });

  it('says nothing by printing nothing', async () => {
    const { outcome, run } = await fireCommand('true');
    expect(outcome.decision).toBeNull();
    expect(run).toMatchObject({ status: 'ok', effects: [] });
  });

  it('is what `type: command` stands for', async () => {
    expect(handlerKind('command')).toBe(commandHandler);
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', commandHandler.create({ command: './denies.sh' }, setting));
    expect((await hooks.fire('PreToolUse', bash)).reason).toBe('not today');
  });

  it('has the rights of its protocol', async () => {
    const handler = commandHandler.create({ command: './denies.sh' }, setting);
    const { hooks } = quietHooks();
    hooks.on('PreToolUse', {}, commandHandler.create({ command: `echo '{"halt": "stop"}'` }, setting));
    expect((await hooks.fire('PreToolUse', bash)).runs[0]).toMatchObject({
      effects: [],
      dropped: [{ type: 'halt' }],
    });
    expect(handler.graceMs).toBe(2000);
  });

  it.each([
    [{}, 'a command handler needs "command"'],
    [{ command: 'a', killGrace: 1 }, 'has no option "killGrace", did you mean "killGraceMs"?'],
    [{ command: ' ' }, 'a command handler takes a command line as its command, not " "'],
    [{ command: 'a\0b' }, 'takes a command line as its command'],
    [{ command: 'a', args: [1] }, 'takes a list of text as its args'],
    [{ command: 'a', env: { A: 1 } }, 'takes names with text values as its env'],
    [{ command: 'a', env: { 'A=B': 'x' } }, 'takes names with text values as its env'],
    [{ command: 'a', killGraceMs: Number.POSITIVE_INFINITY }, 'as its killGraceMs, not Infinity'],
    [{ command: 'a', passEnv: 'HOME' }, 'takes a list of text as its passEnv'],
    [{ command: 'a', killGraceMs: -1 }, 'takes a number from 0 to 2147483647 as its killGraceMs, not -1'],
  ])('refuses %j', (options, message) => {
    expect(() => commandHandler.create(options as never, setting)).toThrow(message);
  });
});

describe('output', () => {
  it('is passed on while the command runs, stream by stream', async () => {
    const { hooks } = quietHooks();
    const seen: object[] = [];
    hooks.intercept({ progress: (_, __, progress) => void seen.push(progress) });
    hooks.on('PreToolUse', commandHandler.create({ command: './talks-on-both-streams.sh' }, setting));
    await hooks.fire('PreToolUse', bash);
    expect(seen).toEqual([{ stdout: 'one ' }, { stderr: 'aside' }, { stdout: 'two' }, { exitCode: 0 }]);
  });

  it('keeps a character whole that comes in two pieces', async () => {
    const { outcome, stdout } = await fireCommand('./splits-character.sh');
    expect(outcome.reason).toBe('5 €');
    expect(stdout).toBe('{"deny": "5 €"}');
  });

  it('shows invalid UTF-8 as replacement characters', async () => {
    expect((await fireCommand('./invalid-utf8.sh')).outcome.reason).toBe('a\uFFFDb');
    expect((await fireCommand('./ends-in-half-a-character.sh')).stdout).toBe('\uFFFD');
  });

  it('loses a byte order mark at its start', async () => {
    const { outcome, stdout } = await fireCommand('./byte-order-mark.sh');
    expect(outcome.reason).toBe('marked');
    expect(stdout).toBe('{"deny": "marked"}');
  });

  it('may be as long as the limit', async () => {
    const fired = await fireCommand('./writes-bytes.sh 5000', { maxOutputBytes: 5000 });
    expect(fired.run).toMatchObject({ status: 'ok' });
    expect(fired.stdout).toHaveLength(5000);
  });

  it('ends the run as invalid when it is one byte longer', async () => {
    const fired = await fireCommand('./writes-bytes.sh 5001', { maxOutputBytes: 5000 });
    expect(fired.run).toMatchObject({
      failure: 'invalid',
      error: 'wrote more than 5000 bytes to its stdout',
    });
    expect(fired.stdout).toHaveLength(5000);
  });

  it.each(['stdout', 'stderr'] as const)('of a command that floods %s ends the run', async (stream) => {
    const memory = process.memoryUsage().rss;
    const fired = await fireCommand(`./floods-${stream}.sh`);
    expect(fired.run).toMatchObject({
      failure: 'invalid',
      error: `wrote more than 1048576 bytes to its ${stream}`,
    });
    expect(fired[stream]).toHaveLength(1024 * 1024);
    expect(process.memoryUsage().rss - memory).toBeLessThan(100 * 1024 * 1024);
    expect(fired.ms).toBeLessThan(soonMs);
    await fired.expectNothingLeft();
  });

  it('that was a deny counts though the flood ended the run', async () => {
    expect((await fireCommand('./floods-stderr.sh')).outcome).toMatchObject({
      decision: 'deny',
      reason: 'said before the flood',
    });
  });
});

describe('a command that misbehaves', () => {
  const denied = (reason: string) => ({ decision: 'deny', reason });
  const ok = { status: 'ok', failure: null };
  const failed = (failure: string, error?: string) => ({
    failure,
    ...(error === undefined ? {} : { error }),
  });
  const went = { decision: null };
  const hook = { timeoutMs: 400 };

  it.each([
    ['hangs', './hangs.sh', { hook }, went, failed('timeout', 'did not answer within 400 ms')],
    ['ignores TERM', './ignores-term.sh', { hook }, went, failed('timeout')],
    [
      'ignores TERM for a short grace',
      './ignores-term.sh',
      { hook, killGraceMs: 0 },
      went,
      failed('timeout'),
    ],
    ['hangs with grandchildren', './hangs-with-grandchildren.sh', { hook }, went, failed('timeout')],
    ['closes its output and hangs', './closes-stdout.sh', { hook }, went, failed('timeout')],
    ['leaves a grandchild', './leaves-grandchild.sh', {}, denied('not today'), ok],
    ['leaves a quiet grandchild', './leaves-quiet-grandchild.sh', {}, denied('not today'), ok],
    ['sleeps and answers', './sleeps-then-answers.sh', {}, denied('slept on it'), ok],
    ['exits without reading', './exits-early.sh', {}, denied('did not even look'), ok],
    ['closes its stdin', './closes-stdin.sh', {}, denied('heard nothing'), ok],
    ['writes half a JSON', './half-json.sh', {}, went, failed('invalid')],
    ['prints a banner first', './prints-banner.sh', {}, went, failed('invalid')],
    ['dies by a signal', './dies-by-signal.sh', {}, went, failed('exit', 'was ended by SIGKILL')],
    ['exits with 3', './exits-with.sh 3', {}, went, failed('exit', 'exited with 3')],
  ] as const)('%s', async (_, line, options, outcome, run) => {
    const fired = await fireCommand(line, options);
    expect(fired.outcome).toMatchObject(outcome);
    expect(fired.run).toMatchObject(run);
    expect(fired.ms).toBeLessThan(soonMs);
    await fired.expectNothingLeft();
  });

  it('answers and hangs', async () => {
    const fired = await withEnoughTime(
      (timeoutMs) => fireCommand('./answers-then-hangs.sh', { hook: { timeoutMs } }),
      ({ stdout }) => stdout !== '',
    );
    expect(fired.outcome).toMatchObject(denied('said in time'));
    expect(fired.run).toMatchObject(failed('timeout'));
    expect(fired.ms).toBeLessThan(2 * soonMs);
    await fired.expectNothingLeft();
  });

  it('may clean up when it is told to end', async () => {
    const report = join(scratch, 'cleaned');
    const fired = await withEnoughTime(
      (timeoutMs) => fireCommand('./cleans-up-on-term.sh', { hook: { timeoutMs }, env: { REPORT: report } }),
      ({ stdout }) => stdout === 'ready',
    );
    expect(fired.run.failure).toBe('timeout');
    expect(await readFile(report, 'utf8')).toBe('cleaned');
    await fired.expectNothingLeft();
  });

  it.each([126, 127])('is missing when it exits with %i', async (code) => {
    const fired = await fireCommand(`./exits-with.sh ${code}`);
    expect(fired.outcome.decision).toBe('deny');
    expect(fired.run.failure).toBe('missing');
    expect(fired.run.error).toMatch(new RegExp(`^the command "./exits-with.sh ${code}" .*: giving up$`));
    await fired.expectNothingLeft();
  });

  it('is not missing when it exits with 127 but said deny', async () => {
    const fired = await fireCommand('./denies-and-exits-with.sh 127');
    expect(fired.outcome).toMatchObject(denied('found out'));
    expect(fired.run.failure).toBe('exit');
  });
});

describe('a daemon that left the group', () => {
  it.runIf(process.platform === 'linux').each([
    ['after an answer', './leaves-daemon.sh', 60_000, 'deny'],
    ['before a timeout', './starts-daemon-and-hangs.sh', 300, null],
  ] as const)('does not delay the outcome (%s)', async (_, line, firstMs, decision) => {
    const fired = await withEnoughTime(
      (timeoutMs) => fireCommand(line, { hook: { timeoutMs } }),
      ({ mark }) => processesWith(mark).length === 1,
      firstMs,
    );
    const daemons = processesWith(fired.mark);
    for (const daemon of daemons) process.kill(daemon, 'SIGKILL');
    expect(daemons).toHaveLength(1);
    expect(fired.outcome.decision).toBe(decision);
    expect(fired.ms).toBeLessThan(soonMs);
    await fired.expectNothingLeft();
  });
});

describe('a large event', () => {
  const input = { tool_input: { content: 'x'.repeat(10 * 1024 * 1024) } };

  it('arrives whole', async () => {
    const fired = await fireCommand('./counts-event.sh', { input });
    const [injection] = fired.outcome.injections;
    expect(Number(injection?.content)).toBeGreaterThan(10 * 1024 * 1024);
    await fired.expectNothingLeft();
  });

  it.each([
    ['./never-reads.sh', 'too long, did not read'],
    ['./exits-early.sh', 'did not even look'],
    ['./closes-stdin.sh', 'heard nothing'],
  ])('need not be read: %s', async (line, reason) => {
    const fired = await fireCommand(line, { input });
    expect(fired.outcome).toMatchObject({ decision: 'deny', reason });
    expect(fired.run.status).toBe('ok');
    expect(fired.ms).toBeLessThan(soonMs);
    await fired.expectNothingLeft();
  });

  it('does not keep a command from being ended that hangs without reading it', async () => {
    const fired = await fireCommand('./hangs.sh', { input, hook: { timeoutMs: 400 } });
    expect(fired.run.failure).toBe('timeout');
    expect(fired.ms).toBeLessThan(soonMs);
    await fired.expectNothingLeft();
  });
});

describe('a busy host', () => {
  it('still reads every answer of commands that have exited', async () => {
    const { hooks } = quietHooks();
    const group = hooks.group({ parallel: true });
    for (let index = 0; index < 10; index += 1) {
      group.on('PreToolUse', commandHandler.create({ command: './denies.sh' }, setting));
    }
    const busy = setInterval(() => {
      const end = performance.now() + 120;
      while (performance.now() < end);
    }, 1);
    const outcome = await hooks.fire('PreToolUse', bash);
    clearInterval(busy);
    expect(outcome.runs.map(({ effects }) => effects)).toEqual(
      Array.from({ length: 10 }, () => [{ type: 'deny', reason: 'not today' }]),
    );
  });
});

describe('cancelling', () => {
  it('ends the whole group, and the action does not go ahead', async () => {
    const abort = new AbortController();
    const mark = randomUUID();
    const firing = fireCommand('./hangs-with-grandchildren.sh', { signal: abort.signal, env: { WHO: mark } });
    await eventually(() => !canLook || processesWith(`WHO=${mark}`).length > 2);
    abort.abort();
    const fired = await firing;
    expect(fired.outcome.decision).toBe('deny');
    expect(fired.run.failure).toBe('cancelled');
    expect(fired.ms).toBeLessThan(soonMs);
    await fired.expectNothingLeft();
  });
});

describe('a command in two phases', () => {
  it('is run again for its real answer', async () => {
    const fired = await fireCommand('./answers-in-phase-two.sh');
    expect(fired.outcome).toMatchObject({ decision: 'deny', reason: 'thought about it' });
    expect(fired.exitCodes).toEqual([0, 0]);
    await fired.expectNothingLeft();
  });

  it('has the timeout that it asked for', async () => {
    const fired = await fireCommand('./answers-in-phase-two.sh 0.3 60');
    expect(fired.run).toMatchObject({ failure: 'timeout', error: 'did not answer within 300 ms' });
    expect(fired.ms).toBeLessThan(soonMs);
    await fired.expectNothingLeft();
  });
});

describe('a command in the background', () => {
  it('lets the firing go on and injects into the next one', async () => {
    const { hooks } = quietHooks();
    hooks.on(
      'PreToolUse',
      { mode: 'background' },
      commandHandler.create({ command: './injects.sh' }, setting),
    );
    expect((await hooks.fire('PreToolUse', bash)).injections).toEqual([]);
    await hooks.drain();
    expect((await hooks.fire('PreToolUse', bash)).injections).toMatchObject([
      { content: 'from the background' },
    ]);
    await hooks.dispose();
  });

  it('is ended at its timeout, and by dispose', async () => {
    const { hooks, log } = quietHooks();
    const hang = commandHandler.create({ command: './hangs.sh' }, setting);
    hooks.on('PreToolUse', { name: 'limited', mode: 'background', timeoutMs: 300 }, hang);
    await hooks.fire('PreToolUse', bash);
    await hooks.drain();
    expect(log).toMatchObject([{ message: 'hook "limited" failed (timeout): did not answer within 300 ms' }]);
    await hooks.fire('PreToolUse', bash);
    await hooks.dispose();
    expect(log[1]).toMatchObject({ message: expect.stringContaining('(cancelled)') });
  });
});

describe('a command that could not be run', () => {
  it('is looked for again the next time', async () => {
    const { hooks } = quietHooks();
    const path = join(scratch, 'comes-later.sh');
    hooks.on('PreToolUse', commandHandler.create({ command: path }, setting));
    expect((await hooks.fire('PreToolUse', bash)).runs[0]?.failure).toBe('missing');
    await writeFile(path, `echo '{"deny": "here I am"}'`);
    expect((await hooks.fire('PreToolUse', bash)).reason).toBe('here I am');
    await rm(path);
    expect((await hooks.fire('PreToolUse', bash)).runs[0]?.failure).toBe('missing');
  });
});

describe('a command hook whose host is killed', () => {
  it.runIf(process.platform === 'linux')('ends with it, with everything that it started', async () => {
    const mark = `HOOKLINE_MARK=${randomUUID()}`;
    const env = {
      PATH: process.env['PATH'] ?? '',
      [mark.slice(0, mark.indexOf('='))]: mark.slice(mark.indexOf('=') + 1),
    };
    const script = `
      import { startProcess } from './src/processes/launcher/start-process.js';
      for (let count = 0; count < 5; count += 1)
        startProcess(
          { file: '/bin/sh', args: ['-c', 'sleep 60 & sleep 60'], cwd: '/', env: ${JSON.stringify(env)} },
          { stdout() {}, stderr() {} },
        );
      console.log('started');
      setInterval(() => {}, 1000);`;
    const host = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: compiled(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void host.kill('SIGKILL'));
    await once(host.stdout, 'data');
    await expect.poll(() => processesWith(mark).length).toBeGreaterThan(9);
    host.kill('SIGKILL');
    await expect.poll(() => processesWith(mark)).toEqual([]);
  });
});
