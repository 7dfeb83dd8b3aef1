import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { claudeSettingsFiles } from '../../config/claude-settings/settings-files.ts';
import { levelFiles, possibleFiles, projectFiles } from '../../config/load/levels.ts';
import { HooklineError } from '../../engine/values/errors.ts';

const settingsNames = ['.claude/settings.json', '.claude/settings.local.json'];

/** The files of a call, and whether they were found on their levels. */
export interface ChosenFiles {
  readonly files: readonly string[];
  readonly levels: boolean;
}

/** The files, whether they exist or not, that a next start in this folder would take beside the loaded ones. */
export function namesBefore(loaded: readonly string[], folder: string): readonly string[] {
  const files = loaded.map((file) => resolve(file));
  const isSettings = files.some((file) => /[\\/]\.claude[\\/]settings[^\\/]*\.json$/.test(file));
  const possible = possibleFiles(folder);
  const found = isSettings ? [...possible, ...settingsNames.map((name) => resolve(folder, name))] : possible;
  // None of them was found on the way up: they were named, and will be again.
  return files.some((file) => found.includes(file)) ? found : [];
}

/** The files that were named, else the project's: the configuration of this folder and of all above it. */
export function findConfig(named: unknown, folder: string = process.cwd()): readonly string[] {
  if (Array.isArray(named) && named.length > 0) return named.map(String);
  const found = projectFiles(folder);
  if (found.length > 0) return found;
  throw noConfig(folder);
}

/** The files that were named, else those of every level that count in a folder. Empty when there are none. */
export function chooseFiles(named: unknown, folder: string = process.cwd()): ChosenFiles {
  if (Array.isArray(named) && named.length > 0) return { files: named.map(String), levels: false };
  return { files: levelFiles(folder), levels: true };
}

export function noConfig(folder: string): HooklineError {
  const near = nearNames(folder);
  const hint = near.length === 0 ? '' : `; ${near.join(', ')} ${near.length === 1 ? 'is' : 'are'} not read`;
  return new HooklineError(
    'config-invalid',
    `there is no hookline.yaml in this folder or above${hint}; name one with --config, or make one with: hookline init`,
  );
}

/** The files of a call: those of `--config`, of `--claude`, or those that are found from here. */
export async function configFiles({
  config: named,
  claude,
}: Readonly<Record<string, unknown>>): Promise<ChosenFiles> {
  if (claude !== true) {
    const chosen = chooseFiles(named);
    if (chosen.files.length === 0) throw noConfig(process.cwd());
    return chosen;
  }
  const settings = await claudeSettingsFiles();
  if (settings.length === 0)
    throw new HooklineError(
      'config-invalid',
      "there are no settings of Claude Code: .claude/settings.json, .claude/settings.local.json, or those of the user's home",
    );
  return { files: [...(Array.isArray(named) ? named.map(String) : []), ...settings], levels: false };
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
