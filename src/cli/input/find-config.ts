import { resolve } from 'node:path';
import { claudeSettingsFiles } from '../../config/claude-settings/settings-files.ts';
import { type ChosenFiles, chooseFiles, noConfig } from '../../config/load/choose-files.ts';
import { possibleFiles, projectFiles } from '../../config/load/levels.ts';
import { HooklineError } from '../../engine/values/errors.ts';

const settingsNames = ['.claude/settings.json', '.claude/settings.local.json'];

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
