import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { messageOf } from '../../engine/values/text.ts';
import { hostEnvironment } from '../../processes/host-environment.ts';
import { startProcess } from '../../processes/launcher/start-process.ts';
import { runProcess } from '../../processes/run-process.ts';

export interface ProgramEnd {
  /** Null where it was ended, or couldn't be started. */
  readonly exitCode: number | null;
  readonly text: string;
}

interface ProgramRun {
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly context: HookContext;
}

const maxBytes = 4 * 1024 * 1024;

/** Runs a program with all that it starts, for as long as it may take. */
export async function runToEnd(
  [file = '', ...args]: readonly string[],
  { cwd, timeoutMs, context }: ProgramRun,
): Promise<ProgramEnd> {
  let text = '';
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const { exitCode, ended } = await runProcess<string>({
      spec: { file, args, cwd, env: hostEnvironment({ inherit: true }) },
      stdin: new Uint8Array(),
      start: startProcess,
      killGraceMs: 500,
      signal: AbortSignal.any([context.signal, timeout]),
      aborted: () => `ended after ${timeoutMs / 1000} s`,
      hostEnded: (cause) => `ended because ${cause}`,
      output: (_, end) => ({
        maxBytes,
        dropMark: false,
        onText: (piece) => {
          text += piece;
        },
        onOverflow: () => end(`ended after ${maxBytes} bytes of output`),
      }),
    });
    if (context.signal.aborted) throw HookFailure.from(context.signal.reason, 'cancelled');
    return { exitCode, text: ended === null ? text : `${text}\n${ended}` };
  } catch (problem) {
    if (problem instanceof HookFailure) throw problem;
    return { exitCode: null, text: `${file} couldn't be started: ${messageOf(problem)}` };
  }
}
