import { readdirSync } from 'node:fs';
import { HooklineError } from '../../engine/values/errors.ts';
import { levelFiles, projectFiles } from './levels.ts';

export interface ChosenFiles {
  readonly files: readonly string[];
  readonly levels: boolean;
}

/** The files that were named, else those of every level that count in a folder. Empty when there are none. */
export function chooseFiles(named: unknown, folder: string = process.cwd()): ChosenFiles {
  if (Array.isArray(named) && named.length > 0) return { files: named.map(String), levels: false };
  return { files: levelFiles(folder), levels: true };
}

export function findConfig(named: unknown, folder: string): readonly string[] {
  if (Array.isArray(named) && named.length > 0) return named.map(String);
  const found = projectFiles(folder);
  if (found.length > 0) return found;
  throw noConfig(folder);
}

export function noConfig(folder: string): HooklineError {
  const near = nearNames(folder);
  const hint = near.length === 0 ? '' : `; ${near.join(', ')} ${near.length === 1 ? 'is' : 'are'} not read`;
  return new HooklineError(
    'config-invalid',
    `there is no hookline.yaml in this folder or above${hint}; name a file with --config, or create one: hookline init`,
  );
}

function nearNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) =>
      /^\.?hook(?:line|s)?\b.*\.(?:ya?ml|json|toml)(?:\.\w+)?$/i.test(name),
    );
  } catch {
    return [];
  }
}
