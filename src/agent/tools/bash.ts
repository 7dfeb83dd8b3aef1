import { z } from 'zod';
import { messageOf } from '../../engine/values/text.ts';
import { type ToolResult, textOfStreams, toolError } from '../../models/tool-result.ts';
import { hostEnvironment } from '../../processes/host-environment.ts';
import { cutMiddle } from './cut-middle.ts';
import { defineTool } from './define-tool.ts';
import { runShell, type ShellResult } from './run-shell.ts';
import type { Tool } from './tool.ts';

export interface BashOptions {
  /** More variables. Commands always get the host's own. */
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

/** The output that is kept of each stream. The limit keeps endless output from filling the memory. */
const maxKeptBytes = 4 * 1024 * 1024;

/** `Bash`: runs a command line in its own process group, which ends with it. */
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

/** Renders a changed response like an unchanged one. */
function renderShell(response: unknown, maxOutput: number): string {
  const { stdout, stderr } = response as { readonly stdout?: unknown; readonly stderr?: unknown };
  if (typeof stdout !== 'string' || (stderr !== undefined && typeof stderr !== 'string')) {
    return JSON.stringify(response);
  }
  return cutMiddle(textOfStreams(stdout, stderr ?? ''), maxOutput);
}
