import { existsSync } from 'node:fs';
import { z } from 'zod';
import { cutAt } from '../../engine/values/cut-text.ts';
import { messageOf } from '../../engine/values/text.ts';
import { type ToolResult, textOfStreams, toolError } from '../../models/tool-result.ts';
import { hostEnvironment } from '../../processes/host-environment.ts';
import { type ProcessEnd, runProcess } from '../../processes/run-process.ts';
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
      'Runs a command line in the working folder. Each command starts there again: what `cd` and `export` do is gone ' +
      'with it, and so is whatever it left running in the background.',
    input,
    async run({ command, timeout = timeoutMs }, { cwd, signal }) {
      if (process.platform === 'win32') {
        return toolError(
          'Bash needs the process groups of a POSIX system; on Windows, run the agent under WSL',
        );
      }
      const unstarted = { stdout: '', stderr: '', exitCode: null, signal: null };
      if (signal.aborted) return resultOf({ ...unstarted, ended: 'Interrupted' }, maxOutput);
      const { env: added = {} } = options;
      const limitMs = Math.min(timeout, maxTimeoutMs);
      const limit = AbortSignal.timeout(limitMs);
      try {
        const end = await runProcess({
          spec: {
            file: shell,
            args: [...shellOptions, '-c', command],
            cwd,
            env: hostEnvironment({ inherit: true, env: added }),
          },
          stdin: new Uint8Array(),
          // Never by the launcher: a command must not start twice, since it may have done half its work.
          start: startDirectly,
          killGraceMs,
          signal: AbortSignal.any([signal, limit]),
          aborted: () => (signal.aborted ? 'Interrupted' : `Timed out after ${limitMs} ms and was ended`),
          hostEnded: () => 'Ended because the host ended',
          output: () => ({ maxBytes: maxKeptBytes, dropMark: false, onText() {}, onOverflow() {} }),
        });
        return resultOf(end, maxOutput);
      } catch (error) {
        return toolError(`the command could not be started in ${cwd}: ${messageOf(error)}`);
      }
    },
    render: (response) => renderShell(response, maxOutput),
  });
}

function resultOf(end: ProcessEnd<string>, maxOutput: number): ToolResult {
  const { stdout, stderr, exitCode, signal, ended } = end;
  const output = cutMiddle(textOfStreams(stdout, stderr), maxOutput);
  const response = { stdout, stderr, interrupted: ended !== null, isImage: false };
  if (ended === null && exitCode === 0) return { content: output === '' ? '(no output)' : output, response };
  const why = ended ?? (exitCode === null ? `Ended by ${signal}` : `Exit code ${exitCode}`);
  return { content: output === '' ? why : `${why}\n${output}`, isError: true, response };
}

function renderShell(response: unknown, maxOutput: number): string {
  const { stdout, stderr } = response as { readonly stdout?: unknown; readonly stderr?: unknown };
  if (typeof stdout !== 'string' || (stderr !== undefined && typeof stderr !== 'string')) {
    return JSON.stringify(response);
  }
  return cutMiddle(textOfStreams(stdout, stderr ?? ''), maxOutput);
}

// Where SHLVL is low, bash takes its stdin for a network connection and would read ~/.bashrc.
const [shell, ...shellOptions] = existsSync('/bin/bash') ? ['/bin/bash', '--norc'] : (['/bin/sh'] as const);

function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  const head = cutAt(text, half);
  const tail = text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}
