import { Hooks, type HooksOptions, type LogEntry } from '../../src/entries/index.ts';

/** Hooks whose log can be read, and nothing on the console. */
export function quietHooks(options: HooksOptions = {}): { hooks: Hooks; log: LogEntry[] } {
  const log: LogEntry[] = [];
  return { hooks: new Hooks({ log: (entry) => log.push(entry), ...options }), log };
}

export const bash = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'call-1' } as const;

export const bashResult = { ...bash, tool_response: { stdout: 'a.txt' } } as const;

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** What some wait for until others open it. */
export interface Gate {
  open(): void;
  readonly opened: Promise<void>;
}

export function gate(): Gate {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

export function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', resolve));
}

/** A promise that never settles, as a hook that hangs. */
export function forever(): Promise<never> {
  return new Promise(() => {});
}
