import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { claudeSettingsFiles } from '../../config/claude-settings/settings-files.ts';
import { linkTarget } from '../../config/warnings/near-files.ts';
import { HooklineError } from '../../engine/values/errors.ts';

const names = ['hookline.yaml', 'hookline.yml'];

const settingsNames = ['.claude/settings.json', '.claude/settings.local.json'];

/** The files, whether they exist or not, that a next start in this folder would take beside the loaded ones. */
export function namesBefore(loaded: readonly string[], folder: string): readonly string[] {
  const files = loaded.map((file) => resolve(file));
  const isSettings = files.some((file) => /[\\/]\.claude[\\/]settings[^\\/]*\.json$/.test(file));
  const wanted = isSettings ? [...names, ...settingsNames] : names;
  const found = foldersFrom(folder).flatMap((current) => wanted.map((name) => join(current, name)));
  // None of them was found on the way up: they were named, and will be again.
  return files.some((file) => found.includes(file)) ? found : [];
}

/**
 * The files that were named, else the configuration of this folder and of all above it, the outermost first: a file adds
 * to those above it, so that one in a folder below takes no guard away.
 */
export function findConfig(named: unknown, folder: string = process.cwd()): readonly string[] {
  if (Array.isArray(named) && named.length > 0) return named.map(String);
  const found = foundConfig(folder);
  if (found.length > 0) return found;
  const near = nearNames(folder);
  const hint = near.length === 0 ? '' : `; ${near.join(', ')} ${near.length === 1 ? 'is' : 'are'} not read`;
  throw new HooklineError(
    'config-invalid',
    `there is no hookline.yaml in this folder or above${hint}; name one with --config, or make one with: hookline init`,
  );
}

/** The configuration of a folder and of all above it, the outermost first. */
export function foundConfig(folder: string): readonly string[] {
  return foldersFrom(folder)
    .flatMap((current) => names.map((name) => join(current, name)).find(isNamed) ?? [])
    .reverse();
}

/** The files of a call: those of `--config`, of `--claude`, or those that are found from here. */
export async function configFiles({
  config: named,
  claude,
}: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  if (claude !== true) return findConfig(named);
  const settings = await claudeSettingsFiles();
  if (settings.length === 0)
    throw new HooklineError(
      'config-invalid',
      "there are no settings of Claude Code: .claude/settings.json, .claude/settings.local.json, or those of the user's home",
    );
  return [...(Array.isArray(named) ? named.map(String) : []), ...settings];
}

/** A link that leads nowhere counts as well: passed over, it would take its guards away. */
function isNamed(file: string): boolean {
  return existsSync(file) || linkTarget(file) !== null;
}

/** Files of the folder that are nearly called like a configuration. */
function nearNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) =>
      /^\.?hook(?:line|s)?\b.*\.(?:ya?ml|json|toml)(?:\.\w+)?$/i.test(name),
    );
  } catch {
    return [];
  }
}

/** A folder and all above it. */
function foldersFrom(folder: string): readonly string[] {
  const folders = [resolve(folder)];
  for (const current of folders) if (dirname(current) !== current) folders.push(dirname(current));
  return folders;
}
