import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject } from '../../engine/values/shapes.ts';
import { isFile } from '../../files/file-facts.ts';
import { isWithin } from '../../files/within.ts';
import { scriptText } from './script-text.ts';

/** How a module names a package: its name, and what follows it. */
const named =
  /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?['"`]((?:@[\w.-]+\/)?[\w-][\w.-]*)(\/[^'"`\n]+)?['"`]/g;

const endings = ['', '.js', '.mjs', '.cjs', '.ts', '/index.js', '/index.mjs'];

/** The files by which a module enters packages of its own workspace: `node_modules` has links to these, and they are the project's. */
export function workspaceFiles(module: string, text: string): readonly string[] {
  const packages = [...text.matchAll(named)].map(([, name = '', below = '']) => ({ name, below }));
  return packages.flatMap(({ name, below }) => {
    const folder = linkedFolder(dirname(module), name);
    if (folder === null) return [];
    const manifest = join(folder, 'package.json');
    const entries = [...entryPaths(manifest), `.${below || '/index'}`];
    const files = entries.flatMap((path) => endings.map((ending) => resolve(folder, path + ending)));
    return [manifest, ...files.filter((file) => isWithin(file, folder) && isFile(file))];
  });
}

/** Where the nearest `node_modules` leads for a package, if that is a folder beside it and not in another `node_modules`. */
function linkedFolder(from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    try {
      const real = realpathSync(join(folder, 'node_modules', name));
      const isOwn = isWithin(real, realpathSync(folder)) && !real.includes('/node_modules/');
      return isOwn ? real : null;
    } catch {
      if (folder === dirname(folder)) return null;
    }
  }
}

/** Every file that a manifest may mean by the package's name, whatever the conditions. */
function entryPaths(manifest: string): readonly string[] {
  try {
    const { main, module, exports }: Record<string, unknown> = JSON.parse(scriptText(manifest));
    return [main, module, exports].flatMap(textsIn);
  } catch {
    return [];
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
