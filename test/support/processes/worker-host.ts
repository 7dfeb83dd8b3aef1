import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { compiled } from './compiled.ts';

export interface Host {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** A host of its own, in which `hooks`, `python`, `jsModule`, `http` and `setting` are at hand. */
export function startHost(directory: string, code: string): Host {
  const script = `
    import { Hooks } from './src/engine/hooks/hooks.js';
    import { http, jsModule, python } from './src/entries/handlers.js';
    import { testProtocol } from './test/support/firing/protocol.js';
    const hooks = new Hooks();
    const setting = { protocol: testProtocol, directory: ${JSON.stringify(directory)}, env: { PYTHONDONTWRITEBYTECODE: '1' } };
    const fire = (tool_input) => hooks.fire('PreToolUse', { tool_name: 'Bash', tool_input, tool_use_id: '1' });
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: compiled(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = new Promise<Awaited<Host['exit']>>((resolve) =>
    child.on('exit', (code, signal) => resolve({ code, signal })),
  );
  return { process: child, output: () => text, exit };
}
