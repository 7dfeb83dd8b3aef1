import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { textModules } from '../../../scripts/text-modules.mjs';
import { Scratch } from '../scratch.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Bundles sources into one folder, minified as a host's own bundler may do it; gives the folder. */
export async function buildModules(entry: Readonly<Record<string, string>>): Promise<string> {
  const folder = new Scratch().path;
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await build({
    cwd: root,
    config: false,
    entry: { ...entry },
    outDir: folder,
    clean: false,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    dts: false,
    fixedExtension: false,
    logLevel: 'error',
    minify: true,
    plugins: [textModules()],
    outputOptions: { keepNames: true },
  });
  return folder;
}
