import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject } from '../../engine/values/shapes.ts';
import { isFile } from '../../files/file-facts.ts';
import { isWithin } from '../../files/within.ts';
import { scriptText } from './script-text.ts';

const named =
  /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?['"`]((?:@[\w.-]+\/)?[\w-][\w.-]*)(\/[^'"`\n]+)?['"`]/g;

const mapped = /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?['"`](#[^'"`\n]+)['"`]/g;

const endings = ['', '.js', '.mjs', '.cjs', '.ts', '/index.js', '/index.mjs'];

/** Also returns the places where another package would be found first. */
export function workspaceFiles(module: string, text: string): readonly string[] {
  const packages = [...text.matchAll(named)].map(([, name = '', below = '']) => ({ name, below }));
  return [
    ...ownPackageFiles(
      module,
      packages,
      [...text.matchAll(mapped)].map(([, name = '']) => name),
    ),
    ...packages.flatMap(({ name, below }) => {
      const { folder, nearer } = linkedFolder(dirname(module), name);
      return folder === null ? nearer : [...nearer, ...packageFiles(folder, below)];
    }),
  ];
}

export function packageFiles(folder: string, below = ''): readonly string[] {
  const manifest = join(folder, 'package.json');
  const { main, module, exports } = manifestIn(folder);
  const entries = [...[main, module, exports].flatMap(textsIn), `.${below || '/index'}`];
  return [manifest, ...filesAt(folder, entries)];
}

function ownPackageFiles(
  module: string,
  packages: readonly { readonly name: string; readonly below: string }[],
  mappedNames: readonly string[],
): readonly string[] {
  const folder = packageFolder(dirname(module));
  if (folder === null) return [];
  const { name, imports, exports } = manifestIn(folder);
  const entered = packages.filter((one) => one.name === name);
  if (entered.length === 0 && mappedNames.length === 0) return [];
  const targets = [
    ...mappedNames.flatMap((one) => targetsOf(imports, one)),
    ...entered.flatMap(({ below }) => [...targetsOf(exports, `.${below}`), ...textsIn(exports)]),
  ];
  return [...manifestsUpTo(folder, dirname(module)), ...filesAt(folder, targets)];
}

function filesAt(folder: string, paths: readonly string[]): readonly string[] {
  return paths
    .flatMap((path) => endings.map((ending) => resolve(folder, path + ending)))
    .filter((file) => isWithin(file, folder) && isFile(file));
}

/** Null in `node_modules`, which isn't the project's. */
function packageFolder(from: string): string | null {
  if (from.includes('/node_modules/')) return null;
  for (let folder = from; ; folder = dirname(folder)) {
    if (isFile(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return null;
  }
}

function manifestsUpTo(above: string, from: string): readonly string[] {
  const manifests = [join(above, 'package.json')];
  for (let folder = from; folder !== above; folder = dirname(folder))
    manifests.push(join(folder, 'package.json'));
  return manifests;
}

function targetsOf(map: unknown, name: string): readonly string[] {
  if (!isObject(map)) return [];
  return Object.entries(map).flatMap(([key, value]) => {
    const [start = '', end] = key.split('*');
    if (end === undefined) return key === name ? textsIn(value) : [];
    if (!name.startsWith(start) || !name.endsWith(end)) return [];
    const star = name.slice(start.length, name.length - end.length);
    return textsIn(value).map((text) => text.replaceAll('*', star));
  });
}

function linkedFolder(
  from: string,
  name: string,
): { readonly folder: string | null; readonly nearer: readonly string[] } {
  const nearer: string[] = [];
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) return { folder: ownFolder(place, folder), nearer };
    // A package that is missing everywhere may still be installed anywhere.
    if (folder === dirname(folder)) return { folder: null, nearer: [] };
    nearer.push(place);
  }
}

function ownFolder(place: string, folder: string): string | null {
  const real = realpathSync(place);
  return isWithin(real, realpathSync(folder)) && !real.includes('/node_modules/') ? real : null;
}

function manifestIn(folder: string): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(scriptText(join(folder, 'package.json')));
    return isObject(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
