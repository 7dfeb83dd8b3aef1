import { chmod, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import {
  isMarked,
  launcherDown,
  launchersOf,
  launcherUp,
  newMark,
  run,
  shell,
  specOf,
  watch,
} from '../../support/processes/launcher.ts';
import { Scratch } from '../../support/scratch.ts';

let scratch: string;
let launcher: number;

beforeAll(async () => {
  scratch = new Scratch().path;
});

beforeEach(async () => {
  launcher = await launcherUp();
});

afterAll(launcherDown);

describe('a process that the launcher started', () => {
  it('is a child of the launcher, in a session of its own', async () => {
    const { stdout } = await run(shell('echo $PPID; ps -o pid=,pgid=,sess= -p $$'));
    const [parent, ids = ''] = stdout.split('\n');
    const [pid, group, session] = ids.trim().split(/\s+/);
    expect(Number(parent)).toBe(launcher);
    expect([group, session]).toEqual([pid, pid]);
  });

  it('reads its stdin and answers on its stdout', async () => {
    expect(await run(specOf('cat'), 'héllo')).toMatchObject({
      stdout: 'héllo',
      stderr: '',
      exitCode: 0,
      signal: null,
    });
  });

  it('has a stderr of its own', async () => {
    expect(await run(shell('echo out; echo err >&2'))).toMatchObject({ stdout: 'out\n', stderr: 'err\n' });
  });

  it('gets the environment of its spec and nothing else', async () => {
    const spec = { ...specOf('/usr/bin/env'), env: { ONLY: 'this one' } };
    expect((await run(spec)).stdout).toBe('ONLY=this one\n');
  });

  it('is looked up in the PATH of its own environment', async () => {
    const file = join(scratch, 'only-here');
    await writeFile(file, '#!/bin/sh\necho found\n');
    await chmod(file, 0o755);
    const spec = { ...specOf('only-here'), env: { PATH: `${scratch}:/usr/bin:/bin` } };
    expect((await run(spec)).stdout).toBe('found\n');
  });

  it.each(['absolute', 'relative'])('works in its folder, given by an %s path', async (kind) => {
    const cwd = kind === 'absolute' ? scratch : relative(process.cwd(), scratch);
    expect((await run({ ...shell('pwd -P'), cwd })).stdout).toBe(`${scratch}\n`);
  });

  it.skipIf(process.platform !== 'linux')('inherits no descriptor of the launcher', async () => {
    const { stdout } = await run(shell('ls /proc/$$/fd; true'));
    expect(stdout.split('\n').filter((fd) => Number(fd) > 2 && Number(fd) < 10)).toEqual([]);
  });

  it.each([0, 1, 2, 127, 255])('reports the exit code %i', async (code) => {
    expect(await run(shell(`exit ${code}`))).toMatchObject({ exitCode: code, signal: null });
  });

  it.each(['SIGTERM', 'SIGKILL', 'SIGSEGV'])('reports that %s ended it', async (signal) => {
    const name = signal.slice(3);
    expect(await run(shell(`kill -${name} $$`))).toMatchObject({ exitCode: null, signal });
  });

  it('may ignore its stdin', async () => {
    expect(await run(shell('exec <&-; echo done'), Buffer.alloc(3_000_000))).toMatchObject({
      stdout: 'done\n',
    });
  });

  it('gets an event of 10 MB and gives it back whole', async () => {
    const event = Buffer.alloc(10_000_000, 'abcdefg\n');
    expect(await run(specOf('cat'), event)).toMatchObject({ bytes: event.length, exitCode: 0 });
    const { stdout } = await run(specOf('cksum'), event);
    expect(stdout).toBe((await run(shell('yes abcdefg | head -c 10000000 | cksum'))).stdout);
  });

  it('may be one of many at a time, each with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => run(shell(`cat; exit ${index}`), `event ${index}`)),
    );
    expect(answers.map(({ stdout, exitCode }) => [stdout, exitCode])).toEqual(
      answers.map((_, index) => [`event ${index}`, index]),
    );
    expect(await launchersOf(process.pid)).toEqual([launcher]);
  });

  it('is told to have exited after all its output arrived, though another process keeps its stdout open', async () => {
    const mark = newMark();
    const watched = watch(shell(`sh -c 'sleep 60; : ${mark}' & head -c 150000 /dev/zero`));
    await watched.process.exited;
    expect(watched.bytes).toBe(150_000);
    watched.process.signalGroup('SIGKILL');
    await watched.process.drained;
    await eventually(async () => !(await isMarked(mark)));
  });
});

describe('a process that cannot be started', () => {
  it.each([
    ['ENOENT', 'there is no such program', () => specOf('no-such-program')],
    ['EACCES', 'the file is not executable', () => specOf(join(scratch, 'plain'))],
    ['ENOENT', 'its folder is missing', () => ({ ...specOf('true'), cwd: join(scratch, 'missing') })],
    ['ENOTDIR', 'its folder is a file', () => ({ ...specOf('true'), cwd: join(scratch, 'plain') })],
    ['E2BIG', 'an argument is too long', () => specOf('true', 'x'.repeat(4_000_000))],
    ['ERR_INVALID_ARG_VALUE', 'an argument has a null byte', () => specOf('true', 'a\0b')],
  ])('gives %s when %s', async (code, _, spec) => {
    await writeFile(join(scratch, 'plain'), '');
    const { process } = watch(spec(), 'an event');
    await expect(process.exited).rejects.toMatchObject({ code });
    await process.drained;
    process.signalGroup('SIGKILL');
    process.release();
    expect(await run(specOf('echo', 'still there'))).toMatchObject({ stdout: 'still there\n' });
  });
});

describe('signalGroup', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('ends the process and its descendants by %s', async (signal) => {
    const mark = newMark();
    const watched = watch(shell(`sh -c 'sleep 60; : ${mark}' & echo ready; sleep 60; : ${mark}`), null);
    await eventually(() => watched.stdout === 'ready\n');
    watched.process.signalGroup(signal);
    expect(await watched.process.exited).toEqual({ exitCode: null, signal });
    await watched.process.drained;
    await eventually(async () => !(await isMarked(mark)));
  });

  it('counts even when it comes before the process has started', async () => {
    const { process } = watch(shell('sleep 60'), null);
    process.signalGroup('SIGKILL');
    expect(await process.exited).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });
});

describe('release', () => {
  it('closes the streams of the process, whose end is still told', async () => {
    const watched = watch(shell('echo ready; cat; sleep 0.1; echo "lost on nobody"; exit 3'), null);
    await eventually(() => watched.stdout === 'ready\n');
    watched.process.release();
    await watched.process.drained;
    const { exitCode, signal } = await watched.process.exited;
    expect(exitCode ?? signal).toSatisfy((end) => end === 3 || end === 'SIGPIPE');
    expect(watched.stdout).toBe('ready\n');
  });
});
