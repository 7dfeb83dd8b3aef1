import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes a folder of the tests. Some make folders that not even their owner may look into.
 * @param {string} folder
 */
export function removeFolder(folder) {
  try {
    remove(folder);
  } catch {
    open(folder);
    remove(folder);
  }
}

/** @param {string} folder */
function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** @param {string} folder */
function open(folder) {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) open(join(folder, entry.name));
}
