import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The handlers bundled into one folder, as a host outside of the test runner imports them. */
export async function bundleHandlers(): Promise<{ readonly folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-bundle-'));
  await build({
    config: false,
    cwd: root,
    entry: {
      hooks: 'src/engine/hooks/hooks.ts',
      handlers: 'src/entries/handlers.ts',
      protocol: 'test/support/protocol.ts',
    },
    outDir: folder,
    target: 'node20',
    platform: 'node',
    dts: false,
    logLevel: 'error',
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface Host {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** A host of its own, in which `hooks`, `python`, `jsModule`, `http` and `setting` are at hand. */
export function startHost(folder: string, directory: string, code: string): Host {
  const script = `
    import { Hooks } from './hooks.mjs';
    import { http, jsModule, python } from './handlers.mjs';
    import { testProtocol } from './protocol.mjs';
    const hooks = new Hooks();
    const setting = { protocol: testProtocol, directory: ${JSON.stringify(directory)}, env: { PYTHONDONTWRITEBYTECODE: '1' } };
    const fire = (tool_input) => hooks.fire('PreToolUse', { tool_name: 'Bash', tool_input, tool_use_id: '1' });
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
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
