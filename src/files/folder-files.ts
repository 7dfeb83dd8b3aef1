import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './file-facts.ts';
import { makeFolder } from './make-folder.ts';

export async function filesIn(folder: string, form: RegExp): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && form.test(entry.name))
      .map((entry) => entry.name)
      .sort(byName);
  } catch (problem) {
    if (isMissing(problem)) return [];
    throw problem;
  }
}

/** As people number files: msg_10 after msg_9. */
function byName(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true }) || (left < right ? -1 : 1);
}

export async function setAside(folder: string, name: string): Promise<boolean> {
  await makeFolder(join(folder, 'unreadable'));
  try {
    await rename(join(folder, name), join(folder, 'unreadable', name));
    return true;
  } catch (problem) {
    if (isMissing(problem)) return false;
    throw problem;
  }
}
