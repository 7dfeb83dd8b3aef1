import { type ChildProcess, spawn } from 'node:child_process';
import program from './end-with-host.sh';

const groups = new Set<number>();
let watcher: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;
const idleMs = 500;
const minLifeMs = 1000;

/** Before a process starts: a host that is killed between its start and that of the watcher would leave it behind. */
export function prepareToEnd(): void {
  clearTimeout(idle);
  if (watcher === null) start();
  if (groups.size === 0) idle = setTimeout(endWatcher, idleMs).unref();
}

export function endWithHost(group: number): () => void {
  clearTimeout(idle);
  if (groups.size === 0) process.on('exit', killAll);
  groups.add(group);
  if (watcher === null) start();
  else tell(`+ ${group}\n`);
  return () => {
    if (!groups.delete(group)) return;
    tell(`- ${group}\n`);
    if (groups.size > 0) return;
    process.off('exit', killAll);
    idle = setTimeout(endWatcher, idleMs).unref();
  };
}

export function signalGroup(group: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

function killAll(): void {
  for (const group of groups) signalGroup(group, 'SIGKILL');
}

function endWatcher(): void {
  watcher?.stdin?.end();
  watcher = null;
}

function start(): void {
  if (process.platform === 'win32') return;
  const child = spawn('/bin/sh', ['-c', program], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', ignore);
  // Without free descriptors there is no watcher. The next group tries again.
  if (child.pid === undefined) return;
  const startedAt = performance.now();
  watcher = child;
  child.stdin.on('error', ignore);
  child.on('close', () => {
    if (watcher !== child) return;
    watcher = null;
    // Another process ended it. One that ends at once cannot work here.
    if (groups.size > 0 && performance.now() - startedAt > minLifeMs) start();
  });
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  for (const group of groups) tell(`+ ${group}\n`);
}

function tell(line: string): void {
  if (watcher?.stdin?.writable === true) watcher.stdin.write(line);
}

function ignore(): void {}
