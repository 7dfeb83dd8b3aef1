import { spawn } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { socketName } from '../../../src/gateway/daemon/daemon-address.ts';
import { askDaemon } from '../../../src/gateway/daemon/daemon-client.ts';
import { eventually, isAlive } from '../eventually.ts';
import { main } from './cli.ts';

export interface DaemonStatus {
  readonly pid: number;
  readonly workers: readonly number[];
  readonly answered: number;
}

/** Where the daemon of a user listens, by their folder for sockets. */
export function addressIn(runtime: string): string {
  return join(runtime, 'hookline', socketName(realpathSync(main)));
}

export async function statusOf(address: string): Promise<DaemonStatus | null> {
  return JSON.parse((await askDaemon('GET', 'status', '', address)) ?? 'null');
}

/** Starts a daemon as `hookline daemon start` does, with no other process than the daemon, and waits until it answers. */
export async function startDaemonAt(
  address: string,
  env: Readonly<Record<string, string>>,
): Promise<DaemonStatus> {
  const known = await statusOf(address);
  if (known !== null) return known;
  mkdirSync(join(address, '..'), { recursive: true });
  spawn(process.execPath, [main, 'daemon', 'run'], {
    cwd: '/',
    env: { ...process.env, ...env },
    detached: true,
    stdio: 'ignore',
  }).unref();
  let status: DaemonStatus | null = null;
  await eventually(async () => {
    status = await statusOf(address);
    return status !== null;
  });
  return status ?? (await startDaemonAt(address, env));
}

/** Ends the daemon and its processes. They write down what they know before they end. */
export async function endDaemonAt(address: string): Promise<void> {
  const status = await statusOf(address);
  await askDaemon('POST', 'stop', '', address);
  for (const pid of status === null ? [] : [status.pid, ...status.workers])
    if (pid !== process.pid) await eventually(() => !isAlive(pid));
}
