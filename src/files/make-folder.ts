import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder and those above it. Node's own `recursive` never ends below `/proc`, where nothing can be made. */
export function makeFolderSync(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, { mode });
  } catch (problem) {
    const isMissing = problem instanceof Error && 'code' in problem && problem.code === 'ENOENT';
    if (isMissing && dirname(path) !== path) {
      makeFolderSync(dirname(path), mode);
      if (!isFolderNow(path)) mkdirSync(path, { mode });
    } else if (!isFolderNow(path)) throw problem;
  }
}

export async function makeFolder(path: string, mode?: number): Promise<void> {
  makeFolderSync(path, mode);
}

function isFolderNow(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
