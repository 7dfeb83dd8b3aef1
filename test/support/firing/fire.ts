import type { HookOptions, Interceptor, Outcome } from '../../../src/entries/index.ts';
import type { HookFunction } from '../../../src/handlers/handler.ts';
import { quietHooks } from '../hooks.ts';

export interface Fired {
  readonly outcome: Outcome;
  readonly ms: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Fires PreToolUse at one hook, and gives what came of it with what it printed. */
export async function fireOne(
  handler: HookFunction,
  toolInput: Readonly<Record<string, unknown>> = { command: 'ls' },
  options: HookOptions & { readonly signal?: AbortSignal } = {},
): Promise<Fired> {
  const { signal, ...hookOptions } = options;
  const { hooks } = quietHooks();
  const printed = { stdout: '', stderr: '' };
  const collector: Interceptor = {
    progress(_firing, _run, { stdout = '', stderr = '' }) {
      printed.stdout += stdout;
      printed.stderr += stderr;
    },
  };
  hooks.intercept(collector);
  hooks.on('PreToolUse', { name: 'hook', timeoutMs: 60_000, ...hookOptions }, handler);
  const start = performance.now();
  const input = { tool_name: 'Bash', tool_input: toolInput, tool_use_id: 'call-1' };
  const outcome = await hooks.fire('PreToolUse', input, signal === undefined ? {} : { signal });
  return { outcome, ms: performance.now() - start, ...printed };
}
