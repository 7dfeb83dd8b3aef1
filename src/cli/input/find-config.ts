import { resolve } from 'node:path';
import { claudeSettingsFiles } from '../../config/claude-settings/settings-files.ts';
import { type ChosenFiles, chooseFiles, noConfig } from '../../config/load/choose-files.ts';
import { possibleFiles } from '../../config/load/levels.ts';
import { HooklineError } from '../../engine/values/errors.ts';

const settingsNames = ['.claude/settings.json', '.claude/settings.local.json'];

/** Missing files count too: a next start in this folder would load them. */
export function namesBefore(loaded: readonly string[], folder: string): readonly string[] {
  const files = loaded.map((file) => resolve(file));
  const isSettings = files.some((file) => /[\\/]\.claude[\\/]settings[^\\/]*\.json$/.test(file));
  const possible = possibleFiles(folder);
  const found = isSettings ? [...possible, ...settingsNames.map((name) => resolve(folder, name))] : possible;
  // None of them was found on the way up: they were named, and will be again.
  return files.some((file) => found.includes(file)) ? found : [];
}

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

export async function namedConfig(
  options: Readonly<Record<string, unknown>>,
): Promise<readonly string[] | undefined> {
  const isNamed = options['config'] !== undefined || options['claude'] === true;
  return isNamed ? (await configFiles(options)).files : undefined;
}
