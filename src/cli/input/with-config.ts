import type { CheckFile } from '../../config/hookline-yaml/checked-source.ts';
import type { ChosenFiles } from '../../config/load/choose-files.ts';
import type { Config, LoadOptions } from '../../config/load/config.ts';
import { loadFiles } from '../../config/load/load-config.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { endWorkers } from '../../handlers/workers/end-workers.ts';
import type { CommandCall } from '../command.ts';
import { showProgress } from '../terminal/progress.ts';
import { agentNote } from './agent-note.ts';
import { configFiles } from './find-config.ts';

export interface ConfigUse {
  readonly log?: LoadOptions['log'];
  readonly chosen?: ChosenFiles;
  readonly nativeNames?: boolean;
  /** Parses and checks a file. Default: anew each time. */
  readonly check?: CheckFile;
}

/**
 * Uses the configuration of a call, and ends everything that its hooks started. Problems with hooks are shown on the
 * terminal, unless there is a log for them.
 */
export async function withConfig<T>(
  { options, terminal, signal }: CommandCall,
  use: (config: Config) => Promise<T>,
  { log: ownLog, chosen, nativeNames = false, check }: ConfigUse = {},
): Promise<T> {
  const tell: LoadOptions['log'] = ({ level, message }) => {
    // After an interrupt, everybody knows why hooks fail.
    if (signal.aborted) return;
    const { red, yellow } = terminal.messageColors;
    terminal.tell((level === 'error' ? red : yellow)(visible(message)));
  };
  const log = ownLog ?? tell;
  const hooksOptions = { timing: true, base: { cwd: process.cwd() } };
  const { files, levels } = chosen ?? (await configFiles(options));
  const config = await loadFiles(files, {
    log,
    hooksOptions,
    watch: false,
    levels,
    nativeNames,
    ...(check && { check }),
  });
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
