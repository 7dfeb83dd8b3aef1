import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder and those above it. Node's own `recursive` never ends below `/proc`, where nothing can be made. */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (problem) {
    if (isMissing(problem) && dirname(path) !== path) {
      await makeFolder(dirname(path), mode);
      await mkdir(path, { mode }).catch((again: unknown) => refuseUnlessFolder(again, stat(path)));
    } else await refuseUnlessFolder(problem, stat(path));
  }
}

async function refuseUnlessFolder(problem: unknown, facts: ReturnType<typeof stat>): Promise<void> {
  const isFolder = await facts.then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw problem;
}

export function makeFolderSync(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, { mode });
  } catch (problem) {
    if (isMissing(problem) && dirname(path) !== path) {
      makeFolderSync(dirname(path), mode);
      if (!isFolderNow(path)) mkdirSync(path, { mode });
    } else if (!isFolderNow(path)) throw problem;
  }
}

function isFolderNow(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isMissing(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && problem.code === 'ENOENT';
}
