import { chmodSync, copyFileSync, cpSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectFolder } from '../support/pages.ts';

/** hookline as `npm install --global` leaves it: a package, and a link to its command in the folder that is returned. */
export function installPackage(prefix: string): string {
  const installed = join(prefix, 'lib/node_modules/hookline');
  for (const name of ['dist', 'package.json'])
    cpSync(join(projectFolder, name), join(installed, name), { recursive: true });
  symlinkSync(join(projectFolder, 'node_modules'), join(installed, 'node_modules'));
  chmodSync(join(installed, 'dist/cli/main.js'), 0o755);
  const bin = join(prefix, 'bin');
  mkdirSync(bin);
  symlinkSync('../lib/node_modules/hookline/dist/cli/main.js', join(bin, 'hookline'));
  return bin;
}

/** A Node that can be removed. By a link of the other kind it would know itself by its old place. */
export function linkNode(folder: string): void {
  mkdirSync(folder);
  const node = join(folder, 'node');
  try {
    linkSync(process.execPath, node);
  } catch {
    copyFileSync(process.execPath, node);
  }
}

const ofNode = /^(?:node|nodejs|npm|npx|corepack|hookline)$/;

/** All programs that this machine has, but for Node and hookline. */
export function linkOtherPrograms(folder: string): void {
  mkdirSync(folder);
  const linked = new Set<string>();
  for (const from of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of namesIn(from)) {
      if (ofNode.test(name) || linked.has(name)) continue;
      linked.add(name);
      symlinkSync(join(from, name), join(folder, name));
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
