import type { Config, LoadOptions } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import { endWorkers } from '../protocols/handlers.ts';
import type { Call } from './command.ts';
import { findConfig } from './find-config.ts';

/** Does something with the configuration of a call, and ends everything that its hooks have started. */
export async function withConfig<T>(
  { options, terminal }: Call,
  loading: Omit<LoadOptions, 'watch'>,
  use: (config: Config) => Promise<T>,
): Promise<T> {
  const log: LoadOptions['log'] = ({ level, message }) => {
    const { colors } = terminal;
    terminal.tell(level === 'error' ? colors.red(message) : colors.yellow(message));
  };
  const config = await loadConfig(findConfig(options['config']), { log, ...loading, watch: false });
  try {
    return await use(config);
  } finally {
    await config.hooks.drain();
    await config.close();
    await endWorkers();
  }
}
