import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * All temporary files of a run are in this folder, and go with it when the run ends. To remove those of each test costs more than to keep
 * them: ext4 looks long for a place for a new file where others were removed lately.
 */
export function makeFolderOfRun(): string {
  // Short, as paths of sockets may not be long.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hl-')));
  process.env['TMPDIR'] = folder;
  process.once('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  );
  return folder;
}
