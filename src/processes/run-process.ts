import { drain, endGroup } from './end-group.ts';
import { onHostEnd } from './host-end.ts';
import { OutputText, type OutputTextOptions } from './output-text.ts';
import type { ProcessSpec, StartProcess } from './process.ts';

type Stream = 'stdout' | 'stderr';

export interface ProcessRun<Why> {
  readonly spec: ProcessSpec;
  readonly stdin: Uint8Array;
  readonly start: StartProcess;
  readonly killGraceMs: number;
  readonly signal: AbortSignal;
  /** Why it ends, from the reason of the signal or the end of the host. */
  aborted(reason: unknown): Why;
  hostEnded(cause: string): Why;
  output(stream: Stream, end: (why: Why) => void): OutputTextOptions;
  /** Whether processes that it left may live on. Default: no. */
  leavesProcesses?(isDrained: boolean): boolean;
}

export interface ProcessEnd<Why> {
  readonly stdout: string;
  readonly stderr: string;
  /** Null, as the signal may be, if the process was ended: its exit says nothing about its answer. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly ended: Why | null;
}

export async function runProcess<Why>(run: ProcessRun<Why>): Promise<ProcessEnd<Why>> {
  let ended: Why | null = null;
  let ask = (_: null): void => {};
  const asked = new Promise<null>((resolve) => {
    ask = resolve;
  });
  const end = (why: Why): void => {
    ended ??= why;
    ask(null);
  };
  const collect = (stream: Stream): OutputText => new OutputText(run.output(stream, end));
  let stdout = collect('stdout');
  let stderr = collect('stderr');
  const onAbort = (): void => end(run.aborted(run.signal.reason));
  run.signal.addEventListener('abort', onAbort);
  const forget = onHostEnd((cause) => {
    process.signalGroup('SIGKILL');
    end(run.hostEnded(cause));
  });
  // Last, since memory that is written after a fork is the most expensive.
  const process = run.start(run.spec, {
    stdout: (chunk) => stdout.add(chunk),
    stderr: (chunk) => stderr.add(chunk),
    restarted() {
      stdout = collect('stdout');
      stderr = collect('stderr');
    },
  });
  let isLeft = false;
  try {
    process.write(run.stdin);
    const exit = (await Promise.race([process.exited, asked])) ?? (await endGroup(process, run.killGraceMs));
    const isDrained = await drain(process.drained);
    isLeft = ended === null && (run.leavesProcesses?.(isDrained) ?? false);
    const said = { stdout: stdout.end(), stderr: stderr.end() };
    const signal = exit?.signal ?? null;
    return { ...said, exitCode: ended === null ? (exit?.exitCode ?? null) : null, signal, ended };
  } finally {
    run.signal.removeEventListener('abort', onAbort);
    // Ends what is left of the group. The answer need not wait for that.
    setImmediate(() => {
      if (!isLeft) process.signalGroup('SIGKILL');
      process.release();
      forget();
    });
  }
}
