import { readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from './file-facts.ts';

let taken = 0;

export function nameBeside(path: string, word: string): string {
  taken += 1;
  return join(dirname(path), `.${basename(path)}.${process.pid}-${Date.now()}-${taken}.${word}`);
}

/**
 * Reads a file and removes it. Renames it first: a rename succeeds once, so only one process gets the file. Null when
 * there is none or another process was faster.
 */
export async function takeFile(path: string): Promise<string | null> {
  const own = nameBeside(path, 'taken');
  try {
    await rename(path, own);
  } catch (problem) {
    if (isMissing(problem)) return null;
    throw problem;
  }
  const text = await readFile(own, 'utf8');
  await rm(own, { force: true });
  return text;
}

export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (problem) {
    if (isMissing(problem)) return null;
    throw problem;
  }
}
