import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';
import { textModules } from './text-modules.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Imports a module of `src` that the package doesn't export. Node 20 reads no TypeScript, so it's compiled first.
 * @param {string} file
 */
export async function importSource(file) {
  // Within the project, so it finds the packages.
  const outDir = mkdtempSync(join(root, 'node_modules/.hookline-'));
  try {
    await build({
      cwd: root,
      config: false,
      entry: { source: `src/${file}` },
      outDir,
      format: 'esm',
      target: 'node20',
      platform: 'node',
      dts: false,
      fixedExtension: false,
      outExtensions: () => ({ js: '.mjs' }),
      logLevel: 'error',
      plugins: [textModules()],
    });
    return await import(pathToFileURL(join(outDir, 'source.mjs')).href);
  } finally {
    rmSync(outDir, { recursive: true });
  }
}
