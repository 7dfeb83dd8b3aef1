import { hookline } from './cli.ts';
import { folderWith } from './folder-with.ts';

export interface Told {
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
  /** `warning: no known tool … [tool-unknown]`. */
  readonly said: string;
}

interface Reported extends Pick<Told, 'place'> {
  readonly severity: string;
  readonly message: string;
  readonly code?: string;
}

/** What the built `hookline validate` tells of a configuration, among other files of its folder. */
export async function told(
  config: string,
  name = 'hookline.yaml',
  files: Readonly<Record<string, string>> = {},
): Promise<readonly Told[]> {
  const cwd = folderWith({ ...files, [name]: config });
  const { stdout } = await hookline(['validate', '--json', name], { cwd });
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly Reported[] };
  return problems.map(({ severity, message, code, place }) => ({
    place,
    said: `${severity}: ${message}${code === undefined ? '' : ` [${code}]`}`,
  }));
}
