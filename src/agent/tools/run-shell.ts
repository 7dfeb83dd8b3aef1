import { existsSync } from 'node:fs';
import { drain, endGroup } from '../../processes/end-group.ts';
import { onHostEnd } from '../../processes/host-end.ts';
import { guardLines } from '../../processes/host-guard.ts';
import { OutputText } from '../../processes/output-text.ts';
import type { ProcessSpec } from '../../processes/process.ts';
import { startDirectly } from '../../processes/start-directly.ts';

export interface ShellRun extends Omit<ProcessSpec, 'file' | 'args'> {
  readonly command: string;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  readonly killGraceMs: number;
  /** For each stream. More is read and dropped. */
  readonly maxKeptBytes: number;
}

export interface ShellResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it was ended early; null when it ended by itself. */
  readonly ended: 'timeout' | 'aborted' | 'host' | null;
}

/** Models write for bash. Most of it also works in sh. */
const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';

/** Ends the command with the host: nobody writes to its standard input, which stays open as long as the host lives. */
const guarded = `exec 3<&0
${guardLines}
exec "$0" -c "$1" </dev/null 3<&-`;

/**
 * Runs a command to its end and leaves nothing behind. Rejects only when it could not be started. It does not use the
 * launcher: a command must never start twice, since it may have done half its work.
 */
export async function runShell(run: ShellRun): Promise<ShellResult> {
  const { signal, maxKeptBytes } = run;
  const stdout = keep(maxKeptBytes);
  const stderr = keep(maxKeptBytes);
  let ended: ShellResult['ended'] = null;
  let end: (nothing: null) => void = () => {};
  const asked = new Promise<null>((resolve) => {
    end = resolve;
  });
  const endBecause = (why: ShellResult['ended']): void => {
    ended ??= why;
    end(null);
  };

  if (signal.aborted) return { stdout: '', stderr: '', exitCode: null, signal: null, ended: 'aborted' };
  const spec = { file: '/bin/sh', args: ['-c', guarded, shell, run.command], cwd: run.cwd, env: run.env };
  const process = startDirectly(spec, {
    stdout: (chunk) => stdout.add(chunk),
    stderr: (chunk) => stderr.add(chunk),
  });
  const onAbort = (): void => endBecause('aborted');
  signal.addEventListener('abort', onAbort);
  const timer = setTimeout(endBecause, run.limitMs, 'timeout');
  const forget = onHostEnd(() => {
    process.signalGroup('SIGKILL');
    endBecause('host');
  });
  try {
    const exit = (await Promise.race([process.exited, asked])) ?? (await endGroup(process, run.killGraceMs));
    await drain(process);
    return {
      stdout: stdout.end(),
      stderr: stderr.end(),
      exitCode: exit?.exitCode ?? null,
      signal: exit?.signal ?? null,
      ended,
    };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // Ends what is left of its group.
    process.signalGroup('SIGKILL');
    process.release();
    forget();
  }
}

function keep(maxBytes: number): OutputText {
  return new OutputText({ maxBytes, dropMark: false, onText() {}, onOverflow() {} });
}
