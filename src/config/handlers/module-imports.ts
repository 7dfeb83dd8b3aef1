import { dirname, join, resolve } from 'node:path';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { workspaceFiles } from './linked-packages.ts';
import { filesNamedIn } from './named-in-code.ts';
import { scriptText } from './script-text.ts';

const relative = /(?:\bfrom|\bimport|\brequire|\bURL)\s*(?:\(\s*)?['"`](\.{1,2}\/[^'"`\n]+)['"`]/g;
const endings = [
  '',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '.json',
  '/index.js',
  '/index.mjs',
  '/index.cjs',
  '/index.ts',
];

export function isModule(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file);
}

/** How a `.js` file is read depends on the package.json beside it. */
export function moduleFiles(file: string): readonly string[] {
  const files = new Set([file]);
  for (const current of files) {
    const text = scriptText(current);
    for (const file of workspaceFiles(current, text)) files.add(file);
    if (isModule(current)) for (const file of filesNamedIn(text, current)) files.add(file);
    for (const [, name = ''] of text.matchAll(relative)) {
      // TypeScript names the emitted file.
      const names = [name, name.replace(/\.([cm]?)js$/, '.$1ts')];
      const places = names.flatMap((one) => endings.map((ending) => resolve(dirname(current), one + ending)));
      const found = places.findIndex(isFile);
      // A missing file that would be found first would run instead.
      for (const place of places.slice(0, found + 1)) if (!isFolder(place)) files.add(place);
    }
  }
  const manifests = [...files]
    .filter((one) => /\.[jt]s$/.test(one))
    .map((one) => join(dirname(one), 'package.json'));
  return [...new Set([...files, ...manifests])];
}
