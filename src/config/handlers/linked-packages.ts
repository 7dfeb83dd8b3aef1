import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject } from '../../engine/values/shapes.ts';
import { isFile } from '../../files/file-facts.ts';
import { isWithin } from '../../files/within.ts';
import { scriptText } from './script-text.ts';

/** How a module names a package: its name, and what follows it. */
const named =
  /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?['"`]((?:@[\w.-]+\/)?[\w-][\w.-]*)(\/[^'"`\n]+)?['"`]/g;

/** How a module names what its own package.json leads to. */
const mapped = /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?['"`](#[^'"`\n]+)['"`]/g;

const endings = ['', '.js', '.mjs', '.cjs', '.ts', '/index.js', '/index.mjs'];

type Manifest = Readonly<Record<string, unknown>>;

/**
 * The files by which a module enters packages of its own workspace: its own package, and those that `node_modules` has links to.
 * Also the places where another package would come before the one that it gets.
 */
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

/** What Node may run where a package is named: by its manifest, and what is below it. */
export function packageFiles(folder: string, below = ''): readonly string[] {
  const manifest = join(folder, 'package.json');
  const { main, module, exports } = manifestIn(folder);
  const entries = [...[main, module, exports].flatMap(textsIn), `.${below || '/index'}`];
  return [manifest, ...filesAt(folder, entries)];
}

/** What a module names by the `imports` of its package, or by the name of the package itself. */
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

/** The nearest folder with a package.json; null in `node_modules`, which is not the project's. */
function packageFolder(from: string): string | null {
  if (from.includes('/node_modules/')) return null;
  for (let folder = from; ; folder = dirname(folder)) {
    if (isFile(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** A package.json that is nearer to the module would count instead. */
function manifestsUpTo(above: string, from: string): readonly string[] {
  const manifests = [join(above, 'package.json')];
  for (let folder = from; folder !== above; folder = dirname(folder))
    manifests.push(join(folder, 'package.json'));
  return manifests;
}

/** What a map of a manifest has for a name, whatever the conditions: by the name itself, or by a pattern with a star. */
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

/**
 * Where the nearest `node_modules` leads for a package, if that is a folder beside it and not in another `node_modules`; and where
 * the package is not, but would be found first.
 */
function linkedFolder(
  from: string,
  name: string,
): { readonly folder: string | null; readonly nearer: readonly string[] } {
  const nearer: string[] = [];
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) return { folder: ownFolder(place, folder), nearer };
    // One that is nowhere may still be installed anywhere.
    if (folder === dirname(folder)) return { folder: null, nearer: [] };
    nearer.push(place);
  }
}

function ownFolder(place: string, folder: string): string | null {
  const real = realpathSync(place);
  return isWithin(real, realpathSync(folder)) && !real.includes('/node_modules/') ? real : null;
}

function manifestIn(folder: string): Manifest {
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
