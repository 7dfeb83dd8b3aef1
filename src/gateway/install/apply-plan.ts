import { realpathSync } from 'node:fs';
import { readIfThere } from '../../files/take-file.ts';
import { chainTexts, isSystemInstalled, makeDataFolder } from './checksums.ts';
import { applyChange, type InstallChange, isChange } from './install-change.ts';
import { launcherText, systemCurl } from './launcher.ts';
import { placesLine } from './stored-places.ts';

/** The launcher for the Node and the program that run now, and what vouches for both. */
export async function chainChanges(): Promise<readonly InstallChange[]> {
  // The machine's counts before a user's, and is its administrator's to change.
  if (isSystemInstalled()) return [];
  const main = realpathSync(process.argv[1] ?? '');
  const launcher = launcherText({
    node: process.execPath,
    main,
    curl: systemCurl(),
    uid: process.getuid?.() ?? 0,
    places: placesLine(),
  });
  const texts = [...chainTexts(launcher, main)];
  return Promise.all(
    texts.map(async ([path, after]) => ({ path, before: await readIfThere(path), after, mode: 0o755 })),
  );
}

/** The launcher comes first: a line without it refuses. */
export async function applyChanges(changes: readonly InstallChange[]): Promise<void> {
  await makeDataFolder();
  for (const change of changes) if (isChange(change)) await applyChange(change);
}
