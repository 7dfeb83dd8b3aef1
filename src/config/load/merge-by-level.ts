import type { SharedBySettings } from '../claude-settings/levels.ts';
import type { SettingsFile } from '../claude-settings/settings-file.ts';
import { loadTypes } from '../handlers/shipped-types.ts';
import type { Declaration, FileContent } from './declaration.ts';
import type { ConfigLevel } from './levels.ts';

export interface LevelSettings extends SettingsFile {
  readonly level: ConfigLevel | undefined;
}

/** Merged within each level: what a level switches off is its own. */
export async function mergeByLevel(
  settings: readonly LevelSettings[],
  shared: Pick<SharedBySettings, 'cache'> & {
    readonly servers: (level: ConfigLevel | undefined) => SharedBySettings['servers'];
  },
): Promise<FileContent> {
  if (settings.length === 0) return { declarations: [], overrides: [], problems: [] };
  const { mergeSettings } = await import('../claude-settings/levels.ts');
  await loadTypes(new Set(settings.flatMap(({ hooks }) => hooks.map(({ entry }) => entry.type))));
  const contents = [...new Set(settings.map(({ level }) => level))].map((level) => {
    const { declarations, overrides, problems } = mergeSettings(
      settings.filter((file) => file.level === level),
      { cache: shared.cache, servers: shared.servers(level) },
    );
    const own = level === undefined ? declarations : declarations.map((one) => ({ ...one, level }));
    return { declarations: own, overrides, problems };
  });
  return {
    declarations: contents.flatMap(({ declarations }) => declarations),
    overrides: contents.flatMap(({ overrides }) => overrides),
    problems: contents.flatMap(({ problems }) => problems),
  };
}

export function groupAtTools(
  declarations: readonly Declaration[],
  level: ConfigLevel | undefined,
): Declaration['group'] {
  const isMeant = (one: Declaration): boolean =>
    one.level === level && one.point.name === 'PreToolUse' && one.options.mode !== 'background';
  return declarations.find(isMeant)?.group ?? null;
}
