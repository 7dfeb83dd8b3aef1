import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { drain, endGroup } from '../../processes/end-group.ts';
import { onHostEnd } from '../../processes/host-end.ts';
import { OutputText } from '../../processes/output-text.ts';
import type { ProcessSpec, StartProcess } from '../../processes/process.ts';
import type { ProcessOutput } from '../../protocols/protocol.ts';

export interface ProcessRun {
  readonly spec: ProcessSpec;
  readonly stdin: Uint8Array;
  readonly start: StartProcess;
  readonly maxOutputBytes: number;
  readonly killGraceMs: number;
  readonly context: HookContext;
  readonly signal: AbortSignal;
  readonly leavesProcesses: boolean;
  readonly onText: (stream: 'stdout' | 'stderr', text: string) => void;
  readonly onExit: (exitCode: number) => void;
}

export interface ProcessResult {
  readonly output: ProcessOutput;
  readonly ended: HookFailure | null;
}

/** Runs a process to its end. Leaves nothing behind unless it may. Rejects only when it could not be started. */
export async function runProcess(run: ProcessRun): Promise<ProcessResult> {
  const { signal } = run;
  const end = new EarlyEnd();
  let stdout = collect('stdout', run, end);
  let stderr = collect('stderr', run, end);

  const onAbort = (): void => end.because(failureOf(signal.reason));
  signal.addEventListener('abort', onAbort);
  const forget = onHostEnd((cause) => {
    process.signalGroup('SIGKILL');
    end.because(new HookFailure('missing', `was ended because ${cause}`));
  });
  // Last, since memory that is written after a fork is the most expensive.
  const process = run.start(run.spec, {
    stdout: (chunk) => stdout.add(chunk),
    stderr: (chunk) => stderr.add(chunk),
    restarted() {
      stdout = collect('stdout', run, end);
      stderr = collect('stderr', run, end);
    },
  });

  let isLeft = false;
  try {
    process.write(run.stdin);
    const exit =
      (await Promise.race([process.exited, end.asked])) ?? (await endGroup(process, run.killGraceMs));
    const isDrained = await drain(process.drained);
    // Who still holds the streams of a guard could speak for it.
    isLeft = run.leavesProcesses && end.failure === null && (isDrained || run.context.guard !== true);
    const said = { stdout: stdout.end(), stderr: stderr.end() };
    // The exit of a process that was ended says nothing about its answer.
    if (end.failure !== null) {
      return { output: { ...said, exitCode: null, signal: exit?.signal ?? 'SIGTERM' }, ended: end.failure };
    }
    const { exitCode, signal: deadly } = exit ?? { exitCode: null, signal: null };
    if (exitCode !== null) run.onExit(exitCode);
    return { output: { ...said, exitCode, signal: deadly }, ended: null };
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Ends what is left of the hook's group. The answer need not wait for that.
    setImmediate(() => {
      if (!isLeft) process.signalGroup('SIGKILL');
      process.release();
      forget();
    });
  }
}

class EarlyEnd {
  failure: HookFailure | null = null;
  readonly asked: Promise<null>;
  #ask: (nothing: null) => void = () => {};

  constructor() {
    this.asked = new Promise((resolve) => {
      this.#ask = resolve;
    });
  }

  because(failure: HookFailure): void {
    this.failure ??= failure;
    this.#ask(null);
  }
}

function collect(stream: 'stdout' | 'stderr', run: ProcessRun, end: EarlyEnd): OutputText {
  const { maxOutputBytes } = run;
  return new OutputText({
    maxBytes: maxOutputBytes,
    dropMark: stream === 'stdout',
    onText: (text) => run.onText(stream, text),
    onOverflow: () =>
      end.because(new HookFailure('invalid', `wrote more than ${maxOutputBytes} bytes to its ${stream}`)),
  });
}

function failureOf(reason: unknown): HookFailure {
  return reason instanceof HookFailure ? reason : new HookFailure('cancelled', 'was cancelled');
}
