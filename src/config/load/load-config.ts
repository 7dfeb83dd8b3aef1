import type { Config, LoadOptions } from './config.ts';

/**
 * Loads configuration files and registers their hooks.
 *
 *     const { hooks } = await loadConfig('hookline.yaml');
 */
export async function loadConfig(
  files: string | readonly string[],
  options: LoadOptions = {},
): Promise<Config> {
  // Only those who load files pay for the parser and the schema.
  const config = await import('./config.ts');
  return config.Config.load([files].flat(), options);
}
