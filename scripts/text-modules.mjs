import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'tsdown';

const ownProgram = /\?(program|module)$/;

/**
 * Makes the text of a program what its import gives: `import worker from './worker.py'`, and `import launcher from
 * './launcher.ts?program'` for one of ours, in one file with what it imports: a script, or a module with `?module`. In the build it's a string, which works wherever a
 * host bundles hookline into.
 */
export function textModules() {
  return {
    name: 'text-modules',
    /** @param {string} id @param {string | undefined} importer */
    resolveId: (id, importer) =>
      ownProgram.test(id) && importer !== undefined ? join(dirname(importer), id) : null,
    /** @param {string} id */
    async load(id) {
      const [query, kind] = ownProgram.exec(id) ?? [];
      if (query !== undefined)
        return moduleOf(await built(id.slice(0, -query.length), kind === 'module' ? 'esm' : 'cjs'));
      return /\.(?:py|sh)$/.test(id) ? moduleOf(readFileSync(id, 'utf8')) : null;
    },
  };
}

/** @param {string} text */
function moduleOf(text) {
  return { code: `export default ${JSON.stringify(text)};`, moduleType: /** @type {const} */ ('js') };
}

/**
 * @param {string} file
 * @param {'esm' | 'cjs'} format
 */
async function built(file, format) {
  const [result] = await build({
    config: false,
    entry: { program: file },
    write: false,
    clean: false,
    format,
    target: 'node20',
    platform: 'node',
    dts: false,
    logLevel: 'error',
    outputOptions: { comments: false },
    plugins: [textModules()],
  });
  const [chunk] = result?.chunks ?? [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} gives no program`);
  return chunk.code;
}
