import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { daemonFolder, ownFolder } from './daemon-address.ts';
import { askDaemon } from './daemon-client.ts';

export function daemonLog(): string {
  return join(daemonFolder(), 'daemon.log');
}

export async function startDaemon(module: URL): Promise<void> {
  if ((await askDaemon('GET', 'status')) !== null) return;
  await ownFolder();
  const log = await open(daemonLog(), 'w', 0o600);
  try {
    const child = spawn(process.execPath, [fileURLToPath(module), 'daemon', 'run'], {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.on('error', () => undefined);
    child.unref();
  } finally {
    await log.close();
  }
}
