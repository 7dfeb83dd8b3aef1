import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import {
  launcherInUse,
  setLauncherMode,
  startProcess,
  stopLauncher,
} from '../../../src/processes/launcher/start-process.ts';
import type { ProcessSpec, RunningProcess } from '../../../src/processes/process.ts';
import { eventually } from '../eventually.ts';

const path = process.env['PATH'] ?? '/usr/bin:/bin';

/** A process under observation. */
export interface Watched {
  readonly process: RunningProcess;
  stdout: string;
  stderr: string;
  bytes: number;
  restarts: number;
}

export function specOf(file: string, ...args: readonly string[]): ProcessSpec {
  return { file, args, cwd: tmpdir(), env: { PATH: path } };
}

export function shell(script: string): ProcessSpec {
  return specOf('sh', '-c', script);
}

/** Starts a process and collects what it writes; with no input its stdin is closed. */
export function watch(spec: ProcessSpec, input: Uint8Array | string | null = ''): Watched {
  const watched = { stdout: '', stderr: '', bytes: 0, restarts: 0 };
  const running = startProcess(spec, {
    stdout: (chunk) => {
      watched.bytes += chunk.length;
      if (watched.bytes < 100_000) watched.stdout += Buffer.from(chunk).toString();
    },
    stderr: (chunk) => {
      watched.stderr += Buffer.from(chunk).toString();
    },
    restarted: () => {
      watched.restarts += 1;
      watched.stdout = '';
      watched.stderr = '';
      watched.bytes = 0;
    },
  });
  if (input !== null) running.write(Buffer.from(input));
  return Object.assign(watched, { process: running });
}

/** Runs a process to its end. */
export async function run(
  spec: ProcessSpec,
  input: Uint8Array | string = '',
): Promise<{
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  bytes: number;
}> {
  const watched = watch(spec, input);
  const exit = await watched.process.exited;
  await watched.process.drained;
  watched.process.release();
  const { stdout, stderr, bytes } = watched;
  return { ...exit, stdout, stderr, bytes };
}

/** The pid of the launcher, started if need be, which has proved its worth, so that another may follow it at once. */
export async function launcherUp(): Promise<number> {
  setLauncherMode('always');
  await eventually(async () => {
    if (launcherInUse() !== null) return true;
    await run(shell('true'));
    return launcherInUse() !== null;
  });
  await run(shell('true'));
  const pid = launcherInUse()?.pid;
  if (pid === undefined) throw new Error('the launcher did not come up');
  return pid;
}

export async function launcherDown(): Promise<void> {
  stopLauncher();
  await eventually(async () => (await launchersOf(process.pid)).length === 0);
}

/** The processes that are launchers of that host, running or starting. */
export async function launchersOf(host: number): Promise<number[]> {
  const all = await processes();
  return all
    .filter(({ parent, line }) => parent === host && line.includes('hookline-launcher'))
    .map(({ pid }) => pid);
}

/** Whether it runs; what has ended and was only not reaped yet does not. */
export async function isAlive(pid: number): Promise<boolean> {
  return (await processes()).some((process) => process.pid === pid);
}

export async function isMarked(mark: string): Promise<boolean> {
  return (await processes()).some(({ line }) => line.includes(mark));
}

export async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}

/** A text that no other process has in its command line. */
export function newMark(): string {
  marks += 1;
  return `mark-${process.pid}-${marks}-${Math.random().toString(36).slice(2)}`;
}
let marks = 0;

async function processes(): Promise<{ pid: number; parent: number; line: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], {
    maxBuffer: 1 << 26,
  });
  return stdout
    .split('\n')
    .map((text) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(text))
    .filter((found) => found !== null)
    .map(([, pid, parent, state, line]) => ({
      pid: Number(pid),
      parent: Number(parent),
      state,
      line: line ?? '',
    }))
    .filter(({ state }) => !state?.startsWith('Z'));
}
