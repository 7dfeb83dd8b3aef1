import { isMissing } from '../../files/file-facts.ts';
export interface SettingsPlaces {
  /** The root of the project. Default: the current folder. */
  readonly project?: string;
  /** The user's home folder. Default: that of the current user. */
  readonly home?: string;
}

/** The settings files of Claude Code that exist; later ones win. */
export async function claudeSettingsFiles(places: SettingsPlaces = {}): Promise<readonly string[]> {
  const [{ access }, { homedir }, { resolve }] = await Promise.all([
    import('node:fs/promises'),
    import('node:os'),
    import('node:path'),
  ]);
  const { project = process.cwd(), home = homedir() } = places;
  const files = new Set([
    resolve(home, '.claude/settings.json'),
    resolve(project, '.claude/settings.json'),
    resolve(project, '.claude/settings.local.json'),
  ]);
  const found = await Promise.all([...files].map(async (file) => ({ file, exists: await exists(file) })));
  return found.filter((candidate) => candidate.exists).map(({ file }) => file);

  function exists(file: string): Promise<boolean> {
    return access(file).then(
      () => true,
      // A file that exists but is unreadable is reported by the loader.
      (problem: unknown) => !isMissing(problem),
    );
  }
}
