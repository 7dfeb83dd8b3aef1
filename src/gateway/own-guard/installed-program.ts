import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { existingPath } from '../../files/file-facts.ts';
import { launcherPath } from '../install/launcher.ts';

const mainInPackage = /\/dist\/cli\/main\.js$/;

export function programFiles(): readonly string[] {
  const mains = [existingPath(process.argv[1] ?? ''), inLauncher('main')];
  return [...new Set(mains.filter((path) => path !== null))].filter((path) => mainInPackage.test(path));
}

/** In hookline's own repository, only `dist` counts. */
export function installedProgram(): readonly string[] {
  const packages = programFiles().flatMap((main) => {
    const root = dirname(dirname(dirname(main)));
    if (!root.includes('/node_modules/')) return [join(root, 'dist')];
    const modules = dirname(root);
    return [root, join(modules, '.bin', 'hookline'), join(modules, '..', '..', 'bin', 'hookline')];
  });
  const nodes = [process.execPath, inLauncher('node')].filter((path) => path !== null);
  return [...new Set([...packages, ...nodes])];
}

function inLauncher(name: 'node' | 'main'): string | null {
  try {
    const [, value] = new RegExp(`^_${name}='(.*)'$`, 'm').exec(readFileSync(launcherPath(), 'utf8')) ?? [];
    return value?.replaceAll(`'\\''`, "'") ?? null;
  } catch {
    return null;
  }
}
