import { existsSync } from 'node:fs';
import { z } from 'zod';
import { cutAt } from '../../engine/values/cut-text.ts';
import { messageOf } from '../../engine/values/text.ts';
import { type ToolResult, textOfStreams, toolError } from '../../models/tool-result.ts';
import { drain, endGroup } from '../../processes/end-group.ts';
import { onHostEnd } from '../../processes/host-end.ts';
import { hostEnvironment } from '../../processes/host-environment.ts';
import { OutputText } from '../../processes/output-text.ts';
import type { ProcessSpec } from '../../processes/process.ts';
import { startDirectly } from '../../processes/start-directly.ts';
import { defineTool } from './define-tool.ts';
import type { Tool } from './tool.ts';

export interface BashOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Time limit for commands without their own. Default: 2 minutes. */
  readonly timeoutMs?: number;
  /** Longest time limit that a command may ask for. Default: 10 minutes. */
  readonly maxTimeoutMs?: number;
  /** Time to clean up between TERM and KILL. Default: 0.5 s. */
  readonly killGraceMs?: number;
  /** How many characters of the output the model gets. Default: 30,000. */
  readonly maxOutput?: number;
}

const input = z.object({
  command: z.string().min(1).describe('The command line.'),
  description: z.string().optional().describe('What it does, in a few words.'),
  timeout: z.number().positive().optional().describe('How many milliseconds it may take.'),
});

const maxKeptBytes = 4 * 1024 * 1024;

export function bashTool(options: BashOptions = {}): Tool {
  const { timeoutMs = 120_000, maxTimeoutMs = 600_000, killGraceMs = 500, maxOutput = 30_000 } = options;
  return defineTool({
    name: 'Bash',
    description:
      'Runs a command line in the working folder. Every command starts there anew: what `cd` and `export` do is gone ' +
      'with it, and so is whatever it left running in the background.',
    input,
    async run({ command, timeout = timeoutMs }, { cwd, signal }) {
      if (process.platform === 'win32') {
        return toolError(
          'Bash needs the process groups of a POSIX system; on Windows, run the agent under WSL',
        );
      }
      const limitMs = Math.min(timeout, maxTimeoutMs);
      const env = hostEnvironment({
        inherit: true,
        ...(options.env === undefined ? {} : { env: options.env }),
      });
      try {
        const run = { command, cwd, env, signal, limitMs, killGraceMs, maxKeptBytes };
        return resultOf(await runShell(run), limitMs, maxOutput);
      } catch (error) {
        return toolError(`the command could not be started in ${cwd}: ${messageOf(error)}`);
      }
    },
    render: (response) => renderShell(response, maxOutput),
  });
}

function resultOf(result: ShellResult, limitMs: number, maxOutput: number): ToolResult {
  const { stdout, stderr, exitCode, signal, ended } = result;
  const output = cutMiddle(textOfStreams(stdout, stderr), maxOutput);
  const response = { stdout, stderr, interrupted: ended !== null, isImage: false };
  if (ended === null && exitCode === 0) return { content: output === '' ? '(no output)' : output, response };
  const why = whyFailed();
  return { content: output === '' ? why : `${why}\n${output}`, isError: true, response };

  function whyFailed(): string {
    if (ended === 'timeout') return `Timed out after ${limitMs} ms and was ended`;
    if (ended === 'aborted') return 'Interrupted';
    if (ended === 'host') return 'Ended because the host ended';
    return exitCode === null ? `Ended by ${signal}` : `Exit code ${exitCode}`;
  }
}

function renderShell(response: unknown, maxOutput: number): string {
  const { stdout, stderr } = response as { readonly stdout?: unknown; readonly stderr?: unknown };
  if (typeof stdout !== 'string' || (stderr !== undefined && typeof stderr !== 'string')) {
    return JSON.stringify(response);
  }
  return cutMiddle(textOfStreams(stdout, stderr ?? ''), maxOutput);
}

interface ShellRun extends Omit<ProcessSpec, 'file' | 'args'> {
  readonly command: string;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  readonly killGraceMs: number;
  readonly maxKeptBytes: number;
}

interface ShellResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly ended: 'timeout' | 'aborted' | 'host' | null;
}

const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';

/** Never by the launcher: a command must not start twice, since it may have done half its work. */
async function runShell(run: ShellRun): Promise<ShellResult> {
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
  const spec = { file: shell, args: ['-c', run.command], cwd: run.cwd, env: run.env };
  const process = startDirectly(spec, {
    stdout: (chunk) => stdout.add(chunk),
    stderr: (chunk) => stderr.add(chunk),
  });
  process.write(new Uint8Array());
  const onAbort = (): void => endBecause('aborted');
  signal.addEventListener('abort', onAbort);
  const timer = setTimeout(endBecause, run.limitMs, 'timeout');
  const forget = onHostEnd(() => {
    process.signalGroup('SIGKILL');
    endBecause('host');
  });
  try {
    const exit = (await Promise.race([process.exited, asked])) ?? (await endGroup(process, run.killGraceMs));
    await drain(process.drained);
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
    process.signalGroup('SIGKILL');
    process.release();
    forget();
  }
}

function keep(maxBytes: number): OutputText {
  return new OutputText({ maxBytes, dropMark: false, onText() {}, onOverflow() {} });
}

function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  const head = cutAt(text, half);
  const tail = text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}
