import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes `licenses.txt`: the licence of every package that a build has taken in.
 * @returns {import('tsdown').Rolldown.Plugin}
 */
export function licenses() {
  return {
    name: 'licenses',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
      const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
      const source = [...folders].sort().map(licenseOf).join('\n');
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
    },
  };
}

/** @param {string} file */
function packageFolder(file) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

/** @param {string} folder */
function licenseOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence text`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
