import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { soonMs } from '../eventually.ts';

/** The built command. */
export const main: string = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const driver = fileURLToPath(new URL('../../fixtures/cli/terminal.py', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Settles when the output so far has this in it. */
  shows(text: string, withinMs?: number): Promise<void>;
}

export interface CallOptions {
  readonly cwd?: string;
  /** What comes on stdin. */
  readonly input?: string | Uint8Array;
  /** A variable without a value is taken away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A call that talks to pipes. No colours unless asked for. */
export function startHookline(words: readonly string[], options: CallOptions = {}): Running {
  return start(process.execPath, [main, ...words], options);
}

/** Calls the built command as a program would, through pipes. */
export function hookline(words: readonly string[], options: CallOptions = {}): Promise<Ended> {
  const { child, ended } = startHookline(words, options);
  child.stdin?.end(options.input ?? '');
  return ended;
}

/** A call in a terminal of its own; its stdin are keys. Stdout and stderr are what the terminal shows. */
export function startInTerminal(
  words: readonly string[],
  options: CallOptions & { columns?: number } = {},
): Running {
  return startShellInTerminal([process.execPath, main, ...words], options);
}

/** Any program in a terminal of its own. */
export function startShellInTerminal(
  words: readonly string[],
  { columns = 100, ...options }: CallOptions & { columns?: number } = {},
): Running {
  return start('python3', [driver, String(columns), ...words], {
    ...options,
    env: { TERM: 'xterm', ...options.env },
  });
}

function start(program: string, words: readonly string[], { cwd, env }: CallOptions): Running {
  const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env;
  const child = spawn(program, words, { cwd, env: { ...inherited, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A command that ends without reading is not the test's business.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return {
    child,
    ended,
    async shows(text, withinMs = 2 * soonMs) {
      const end = Date.now() + withinMs;
      while (!stdout.includes(text) && !stderr.includes(text)) {
        if (Date.now() > end) throw new Error(`never showed ${JSON.stringify(text)}:\n${stdout}\n${stderr}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}
