import type { Config, LoadOptions } from './config.ts';

/** Loads configuration files and registers their hooks. `loadConfig({ levels: true })` finds the files itself. */
export async function loadConfig(
  files: string | readonly string[] | (LoadOptions & { readonly levels: true }),
  options: LoadOptions = {},
): Promise<Config> {
  if (typeof files === 'string' || isList(files)) return load([files].flat(), options);
  const { levelFiles } = await import('./levels.ts');
  return load(levelFiles(process.cwd()), files);
}

async function load(files: readonly string[], options: LoadOptions): Promise<Config> {
  const { Config } = await import('./config.ts');
  return Config.load(files, options);
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}
