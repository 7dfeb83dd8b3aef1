import type { Config, LoadOptions } from '../../config/load/config.ts';
import { loadConfig } from '../../config/load/load-config.ts';
import { formatProblem } from '../../config/source/problem.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { endWorkers } from '../../handlers/workers/end-workers.ts';
import type { CommandCall } from '../command.ts';
import { showProgress } from '../terminal/progress.ts';
import { agentNote } from './agent-note.ts';
import { configFiles } from './find-config.ts';

export interface ConfigUse {
  readonly log?: LoadOptions['log'];
}

export function logTo({ terminal, signal }: CommandCall): NonNullable<LoadOptions['log']> {
  return ({ level, message }) => {
    // After an interrupt, everybody knows why hooks fail.
    if (signal.aborted) return;
    const { red, yellow } = terminal.messageColors;
    terminal.tell((level === 'error' ? red : yellow)(visible(message)));
  };
}

export async function withConfig<T>(
  call: CommandCall,
  use: (config: Config) => Promise<T>,
  { log = logTo(call) }: ConfigUse = {},
): Promise<T> {
  const { options, terminal, signal } = call;
  const hooksOptions = { timing: true, base: { cwd: process.cwd() } };
  const { files, levels } = await configFiles(options);
  const config = await loadConfig(files, { log, hooksOptions, watch: false, levels });
  const { lintLightly } = await import('../../lint/lint-config.ts');
  const told = new Set(config.warnings);
  for (const problem of lintLightly(config.read).problems)
    if (!told.has(problem))
      log({ level: 'warning', message: formatProblem(problem), point: null, hook: null });
  const note = agentNote(config, typeof options['agent'] === 'string' ? options['agent'] : null);
  if (note !== null) log({ level: 'warning', message: note, point: null, hook: null });
  showProgress(config.hooks, terminal);
  try {
    const result = await use(config);
    signal.throwIfAborted();
    await Promise.race([config.hooks.drain(), aborted(signal)]);
    return result;
  } finally {
    await config.close();
    await endWorkers();
  }
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
