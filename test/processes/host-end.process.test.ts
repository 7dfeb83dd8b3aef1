import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onHostEnd } from '../../src/processes/host-end.ts';
import { commandFixtures } from '../support/processes/command-fixtures.ts';
import { compiled } from '../support/processes/compiled.ts';
import { canLook, processesWith } from '../support/processes/leftovers.ts';

interface Host {
  readonly child: ChildProcessWithoutNullStreams;
  readonly mark: string;
  output(): string;
  readonly ended: Promise<readonly unknown[]>;
}

async function startHost(behaviour: string): Promise<Host> {
  const mark = randomUUID();
  const host = join(compiled(), 'test/fixtures/hosts/waits-for-command.js');
  const child = spawn(process.execPath, [host, behaviour, mark, commandFixtures], { stdio: 'pipe' });
  let output = '';
  const ended = once(child, 'exit');
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('running')) resolve();
    });
    child.on('exit', () => resolve());
  });
  return { child, mark, output: () => output, ended };
}

async function expectNoneLeft({ mark }: Host): Promise<void> {
  await expect.poll(() => processesWith(`MARK=${mark}`)).toEqual([]);
}

describe('when the host ends, no command survives', () => {
  it.each([
    ['exits', [3, null]],
    ['throws', [1, null]],
  ] as const)('the host %s', async (behaviour, end) => {
    const started = await startHost(behaviour);
    expect(await started.ended).toEqual(end);
    await expectNoneLeft(started);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'the host dies by %s, as it would without',
    async (signal) => {
      const started = await startHost('waits');
      if (canLook) expect(processesWith(`MARK=${started.mark}`)).not.toEqual([]);
      started.child.kill(signal);
      expect(await started.ended).toEqual([null, signal]);
      await expectNoneLeft(started);
    },
  );

  it.each(['listens', 'listens-once'])(
    'the host %s to the signal: it lives on, and the action is blocked',
    async (behaviour) => {
      const started = await startHost(behaviour);
      started.child.kill('SIGTERM');
      expect(await started.ended).toEqual([0, null]);
      expect(started.output()).toContain('handled\n');
      expect(started.output()).toContain('deny missing: was ended because the host received SIGTERM\n');
      await expectNoneLeft(started);
    },
  );

  it('the host ends as it would alone when its own listener asks who else listens', async () => {
    const started = await startHost('leaves-politely');
    started.child.kill('SIGTERM');
    expect(await started.ended).toEqual([null, 'SIGTERM']);
    expect(started.output()).toContain('left');
    await expectNoneLeft(started);
  });
});

describe('the listeners', () => {
  const count = () => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((event) => process.listenerCount(event));

  it('are there only while something runs, once for all', () => {
    const before = count();
    const forget = [onHostEnd(() => {}), onHostEnd(() => {})];
    expect(count()).toEqual(before.map((listeners) => listeners + 1));
    forget[0]?.();
    forget[0]?.();
    expect(count()).toEqual(before.map((listeners) => listeners + 1));
    forget[1]?.();
    expect(count()).toEqual(before);
  });
});
