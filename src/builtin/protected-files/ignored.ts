import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PathPattern } from '../../permissions/path-pattern.ts';

const maxBytes = 65_536;

/** Whether a repository leaves a path out by its `.gitignore` files: searches that follow those skip it. */
export function isIgnored(path: string): boolean {
  const folders: string[] = [];
  let isRepository = false;
  for (let at = dirname(path); ; at = dirname(at)) {
    folders.unshift(at);
    isRepository = existsSync(join(at, '.git'));
    if (isRepository || dirname(at) === at) break;
  }
  if (!isRepository) return false;
  let isOut = false;
  for (const folder of folders)
    for (const line of linesIn(join(folder, '.gitignore'))) {
      const isBack = line.startsWith('!');
      if (new PathPattern(isBack ? line.slice(1) : line).matches(relative(folder, path))) isOut = !isBack;
    }
  return isOut;
}

function linesIn(file: string): readonly string[] {
  try {
    const text = readFileSync(file, 'utf8').slice(0, maxBytes);
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'));
  } catch {
    return [];
  }
}
