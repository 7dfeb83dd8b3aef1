import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './file-facts.ts';

/** The files of a folder whose names match, in the order of their names; none when the folder is missing. */
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

/** Moves an unusable file to `unreadable/`, where a person finds it. False: another process did. */
export async function setAside(folder: string, name: string): Promise<boolean> {
  await mkdir(join(folder, 'unreadable'), { recursive: true });
  try {
    await rename(join(folder, name), join(folder, 'unreadable', name));
    return true;
  } catch (problem) {
    if (isMissing(problem)) return false;
    throw problem;
  }
}
