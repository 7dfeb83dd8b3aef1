import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';

const names = ['hookline.yaml', 'hookline.yml'];

const settingsNames = ['.claude/settings.json', '.claude/settings.local.json'];

/** The files, whether they exist or not, that a next start in this folder would take instead of the loaded ones. */
export function namesBefore(loaded: readonly string[], folder: string): readonly string[] {
  const files = loaded.map((file) => resolve(file));
  const isSettings = files.some((file) => /[\\/]\.claude[\\/]settings[^\\/]*\.json$/.test(file));
  const wanted = isSettings ? [...names, ...settingsNames] : names;
  const found: string[] = [];
  for (let current = resolve(folder); ; current = dirname(current)) {
    const here = wanted.map((name) => join(current, name));
    found.push(...here);
    if (files.some((file) => dirname(file) === current || here.includes(file))) return found;
    // None of them was found on the way up: they were named, and will be again.
    if (dirname(current) === current) return [];
  }
}

/** The files that were named, else the configuration of this folder or the nearest above. */
export function findConfig(named: unknown, folder: string = process.cwd()): readonly string[] {
  if (Array.isArray(named) && named.length > 0) return named.map(String);
  for (let current = resolve(folder); ; current = dirname(current)) {
    const found = names.map((name) => join(current, name)).find((file) => existsSync(file));
    if (found !== undefined) return [found];
    if (dirname(current) === current) break;
  }
  throw new HooklineError(
    'config-invalid',
    'there is no hookline.yaml in this folder or above; name one with --config, or make one with: hookline init',
  );
}
