import { hookline } from '../command-line/served.ts';
import { folderWith } from '../folder-with.ts';

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
  return toldOf([name], { ...files, [name]: config });
}

/** What one run of `hookline validate` tells of each of these texts, each in a file of its own that ends so. */
export async function toldOfEach(
  configs: readonly string[],
  ending: string,
): Promise<readonly (readonly string[])[]> {
  const names = configs.map((_, index) => `${index}/${ending}`);
  const all = await toldOf(
    names,
    Object.fromEntries(names.map((name, index) => [name, configs[index] ?? ''])),
  );
  return names.map((name) =>
    all.filter(({ place }) => `/${place.file}`.endsWith(`/${name}`)).map(({ said }) => said),
  );
}

async function toldOf(
  names: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<readonly Told[]> {
  const { stdout } = await hookline(['validate', '--json', ...names], { cwd: folderWith(files) });
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly Reported[] };
  return problems.map(({ severity, message, code, place }) => ({
    place,
    said: `${severity}: ${message}${code === undefined ? '' : ` [${code}]`}`,
  }));
}
