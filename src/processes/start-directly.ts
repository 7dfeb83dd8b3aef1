import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { endWithHost, prepareToEnd, signalGroup } from './end-with-host.ts';
import type { ProcessSpec, RunningProcess, StartProcess } from './process.ts';

export const startDirectly: StartProcess = (spec, events) => {
  prepareToEnd();
  const child = spawnOrError(spec);
  if (child instanceof Error) return { ...idle, exited: Promise.reject(child) };
  // The reason follows as an event. Without free descriptors, such a child has no streams either.
  if (child.pid === undefined) {
    const failed = new Promise<never>((_, reject) => child.once('error', reject));
    return { ...idle, exited: failed, release: () => release(child) };
  }

  const { pid } = child;
  const letLive = endWithHost(pid);
  child.once('exit', letLive);
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
    signalGroup: (signal) => void signalGroup(pid, signal),
    release: () => {
      letLive();
      release(child);
    },
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

export function closed(stream: Readable): Promise<void> {
  stream.on('error', ignore);
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', resolve);
  });
}

function release(child: ChildProcessWithoutNullStreams): void {
  // Absent, unlike the type says, when descriptors ran out.
  const streams: readonly ({ destroy(): unknown } | undefined)[] = [child.stdin, child.stdout, child.stderr];
  for (const stream of streams) stream?.destroy();
  child.unref();
}
