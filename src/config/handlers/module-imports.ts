import { dirname, join, resolve } from 'node:path';
import { isFile } from '../../files/file-facts.ts';
import { scriptText } from './command-files.ts';

/** How a module names another beside it, over several lines or in one. */
const relative = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"`](\.{1,2}\/[^'"`\n]+)['"`]/g;
const endings = ['', '.js', '.mjs', '.cjs', '.ts', '.json', '/index.js'];

/** A JavaScript module and what it imports from beside it. How a `.js` file is read is for the package.json beside it to say. */
export function moduleFiles(file: string): readonly string[] {
  const files = new Set([file]);
  for (const current of files) {
    for (const [, name = ''] of scriptText(current).matchAll(relative)) {
      const found = endings.map((ending) => resolve(dirname(current), name + ending)).find(isFile);
      if (found !== undefined) files.add(found);
    }
  }
  const manifests = [...files]
    .filter((one) => /\.[jt]s$/.test(one))
    .map((one) => join(dirname(one), 'package.json'));
  return [...new Set([...files, ...manifests])];
}
