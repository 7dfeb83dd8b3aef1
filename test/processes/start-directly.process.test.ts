import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ProcessSpec, RunningProcess } from '../../src/processes/process.ts';
import { startDirectly } from '../../src/processes/start-directly.ts';
import { commandFixtures } from '../support/processes/command-fixtures.ts';
import { compiled } from '../support/processes/compiled.ts';
import { fireCommand } from '../support/processes/fire-command.ts';
import { expectNothingLeft, holdings } from '../support/processes/leftovers.ts';

function start(spec: Partial<ProcessSpec>): { process: RunningProcess; said: string[] } {
  const said: string[] = [];
  const env = { PATH: process.env['PATH'] ?? '', ...spec.env };
  const running = startDirectly(
    { file: '/bin/sh', args: [], cwd: commandFixtures, ...spec, env },
    {
      stdout: (chunk) => void said.push(`out ${Buffer.from(chunk)}`),
      stderr: (chunk) => void said.push(`err ${Buffer.from(chunk)}`),
    },
  );
  return { process: running, said };
}

describe('a process that is started directly', () => {
  it('tells what it writes and how it exits', async () => {
    const { process, said } = start({ args: ['-c', 'cat; echo sorry >&2; exit 4'] });
    process.write(Buffer.from('hello'));
    expect(await process.exited).toEqual({ exitCode: 4, signal: null });
    await process.drained;
    expect(said).toEqual(['out hello', 'err sorry\n']);
  });

  it('tells the signal that ended it', async () => {
    const { process } = start({ args: ['-c', 'kill -HUP $$'] });
    expect(await process.exited).toEqual({ exitCode: null, signal: 'SIGHUP' });
  });

  it.each([
    ['ENOENT', { file: '/no/such/program' }],
    ['ENOENT', { cwd: '/no/such/folder' }],
    ['EACCES', { file: join(commandFixtures, 'not-executable') }],
    ['E2BIG', { env: { LONG: 'x'.repeat(5_000_000) } }],
  ])('rejects with %s when it cannot be started', async (code, spec) => {
    const before = holdings();
    const { process } = start(spec);
    process.write(Buffer.from('nobody reads this'));
    process.signalGroup('SIGKILL');
    await expect(process.exited).rejects.toMatchObject({ code });
    process.release();
    process.release();
    await expectNothingLeft('nobody', before);
  });

  it('can be signalled with its whole group, also when it has exited itself', async () => {
    const before = holdings();
    const mark = randomUUID();
    const { process } = start({ args: ['-c', 'sleep 60 & sleep 60 & exit 0'], env: { MARK: mark } });
    await process.exited;
    process.signalGroup('SIGKILL');
    await process.drained;
    await expectNothingLeft(mark, before);
  });

  it('is let go of while it still runs', async () => {
    const before = holdings();
    const mark = randomUUID();
    const { process } = start({ args: ['-c', 'exec sleep 60'], env: { MARK: mark } });
    process.release();
    await process.drained;
    process.signalGroup('SIGKILL');
    await expectNothingLeft(mark, before);
  });
});

describe('a host without descriptors to spare', () => {
  it('records that the command could not be started, and starts it when it can', async () => {
    const host = join(compiled(), 'test/fixtures/hosts/out-of-descriptors.js');
    const limited = ['-c', 'ulimit -n 200; exec "$@"', 'sh', process.execPath, host];
    const { stdout } = await promisify(execFile)('/bin/sh', limited);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^deny failed missing: the command "\/bin\/cat" could not be started: .*EMFILE/),
      'null ok null: null',
      '',
    ]);
  });
});

describe('another way to start processes', () => {
  it('can be given, and may start a process once more', async () => {
    const specs: ProcessSpec[] = [];
    const fired = await fireCommand('./denies.sh --strict', {
      start(spec, events) {
        specs.push(spec);
        events.stdout(Buffer.from('{"deny": "from the lost'));
        events.restarted?.();
        return startDirectly(spec, events);
      },
    });
    expect(fired.outcome.reason).toBe('not today');
    expect(specs).toMatchObject([
      { file: join(commandFixtures, 'denies.sh'), args: ['--strict'], cwd: commandFixtures },
    ]);
  });
});
