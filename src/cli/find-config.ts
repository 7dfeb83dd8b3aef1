import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { HooklineError } from '../engine/errors.ts';

const names = ['hookline.yaml', 'hookline.yml'];

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
