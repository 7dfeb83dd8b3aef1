import { realpathSync } from 'node:fs';
import { readIfThere } from '../../files/take-file.ts';
import { applyChange, type InstallChange, isChange } from './install-change.ts';
import { placesLine } from './kept-places.ts';
import { launcherPath, launcherText, makeDataFolder, systemCurl } from './launcher.ts';

/** The launcher for the Node and the program that run now. */
export async function launcherChange(): Promise<InstallChange> {
  const path = launcherPath();
  const after = launcherText({
    node: process.execPath,
    main: realpathSync(process.argv[1] ?? ''),
    curl: systemCurl(),
    uid: process.getuid?.() ?? 0,
    places: placesLine(),
  });
  return { path, before: await readIfThere(path), after, mode: 0o755 };
}

/** The launcher comes first: a line without it refuses. */
export async function applyChanges(changes: readonly InstallChange[]): Promise<void> {
  await makeDataFolder();
  for (const change of changes) if (isChange(change)) await applyChange(change);
}
