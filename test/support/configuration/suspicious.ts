import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { hookline } from '../command-line/served.ts';
import { folderWith } from '../folder-with.ts';

/** A project of files, and what is said of its configuration. */
export interface SuspiciousProject {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly modes?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  /** `3:7: warning: … [code]`; what follows a last `…` is another on every machine. */
  readonly says?: readonly string[];
}

/** A file of the suspicious fixtures. */
export function readSuspicious(name: string): unknown {
  return parse(readFileSync(new URL(`../../fixtures/suspicious/${name}.yaml`, import.meta.url), 'utf8'));
}

/** What the built `hookline validate` says of each project, all of them looked at in one call. */
export async function validateProjects(
  projects: readonly SuspiciousProject[],
): Promise<readonly (readonly string[])[]> {
  const folders = projects.map(({ name }) => name.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase());
  const named = folders.map((folder) => folder.replaceAll(/^-|-$/g, ''));
  const files = projects.flatMap((project, index) =>
    Object.entries(project.files).map(([file, text]) => [`${named[index]}/${file}`, text] as const),
  );
  const include = `include: [${named.map((folder) => `${folder}/hookline.yaml`).join(', ')}]\n`;
  const cwd = folderWith({ ...Object.fromEntries(files), 'all.yaml': include });
  for (const [index, { modes = {}, links = {} }] of projects.entries()) {
    const folder = join(cwd, named[index] ?? '');
    for (const [file, mode] of Object.entries(modes)) chmodSync(join(folder, file), Number.parseInt(mode, 8));
    for (const [file, target] of Object.entries(links)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      symlinkSync(target, join(folder, file));
    }
  }
  const { stdout } = await hookline(['validate', '--json', 'all.yaml'], { cwd });
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly Reported[] };
  return named.map((folder) =>
    problems
      .filter(({ place }) => place.file === join(cwd, folder, 'hookline.yaml'))
      .map(({ place: { line, column }, severity, message, code }) => {
        const said = `${line}:${column}: ${severity}: ${message}${code === undefined ? '' : ` [${code}]`}`;
        return said.replaceAll(`${cwd}/`, '');
      }),
  );
}

interface Reported {
  readonly severity: string;
  readonly message: string;
  readonly code?: string;
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
}
