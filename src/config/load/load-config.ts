import type { Config, LoadOptions } from './config.ts';
import type { ReadOptions } from './read-config.ts';

/**
 * Loads configuration files and registers their hooks; or, without files, those of every level that count in the working
 * folder: the machine's, the user's, the project's and its local ones.
 *
 *     const { hooks } = await loadConfig('hookline.yaml');
 *     const { hooks } = await loadConfig({ levels: true });
 */
export async function loadConfig(
  files: string | readonly string[] | (LoadOptions & { readonly levels: true }),
  options: LoadOptions = {},
): Promise<Config> {
  if (typeof files === 'string' || isList(files)) return loadFiles([files].flat(), options);
  const { levelFiles } = await import('./levels.ts');
  return loadFiles(levelFiles(process.cwd()), files);
}

/** The same for named files, which may be checked in another way. */
export async function loadFiles(
  files: readonly string[],
  options: LoadOptions & Pick<ReadOptions, 'check'>,
): Promise<Config> {
  // Only those who load files pay for what reads them.
  const { Config } = await import('./config.ts');
  return Config.load(files, options);
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}
