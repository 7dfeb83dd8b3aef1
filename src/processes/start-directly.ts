import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { ProcessSpec, RunningProcess, StartProcess } from './process.ts';

/** Starts a process as a child of this one. */
export const startDirectly: StartProcess = (spec, events) => {
  const child = spawnOrError(spec);
  if (child instanceof Error) return neverStarted(child);
  // The reason follows as an event. Without free descriptors, such a child has no streams either.
  if (child.pid === undefined) {
    const failed = new Promise<never>((_, reject) => child.once('error', reject));
    return { ...idle, exited: failed, release: () => release(child) };
  }

  const { pid } = child;
  child.stdout.on('data', (chunk: Buffer) => events.stdout(chunk));
  child.stderr.on('data', (chunk: Buffer) => events.stderr(chunk));
  // A hook may exit, or close its stdin, without having read the event.
  child.stdin.on('error', ignore);
  return {
    exited: new Promise((resolve, reject) => {
      child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
      child.once('error', reject);
    }),
    drained: Promise.all([closed(child.stdout), closed(child.stderr)]).then(ignore),
    write: (data) => void child.stdin.end(data),
    signalGroup: (signal) => signalGroup(pid, signal),
    release: () => release(child),
  };
};

function spawnOrError({ file, args, cwd, env }: ProcessSpec): ChildProcessWithoutNullStreams | Error {
  try {
    return spawn(file, args, { cwd, env, detached: true, stdio: 'pipe' });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const ignore = (): void => {};

const idle: Omit<RunningProcess, 'exited'> = {
  drained: Promise.resolve(),
  write: ignore,
  signalGroup: ignore,
  release: ignore,
};

function neverStarted(error: Error): RunningProcess {
  return { ...idle, exited: Promise.reject(error) };
}

/** Settles when a stream is closed, with or without an error. */
export function closed(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    stream.once('close', resolve);
    stream.on('error', ignore);
  });
}

function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

function release(child: ChildProcessWithoutNullStreams): void {
  // Absent, unlike the type says, when descriptors ran out.
  const streams: readonly ({ destroy(): unknown } | undefined)[] = [child.stdin, child.stdout, child.stderr];
  for (const stream of streams) stream?.destroy();
  child.unref();
}
