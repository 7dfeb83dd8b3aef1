import type { Config, LoadOptions } from './config.ts';

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
  // Only those who load files pay for the parser and the schema.
  const { Config } = await import('./config.ts');
  if (typeof files === 'string' || isList(files)) return Config.load([files].flat(), options);
  const { levelFiles } = await import('./levels.ts');
  return Config.load(levelFiles(process.cwd()), files);
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}
