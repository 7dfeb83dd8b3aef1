import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { words } from '../../engine/values/text.ts';
import { firstBytes } from '../../files/file-facts.ts';
import { firstBelow, type WalkBudget } from '../../files/first-below.ts';
import { PathPattern } from '../../permissions/path-pattern.ts';
import type { Below } from '../../shell/actions/action.ts';
import { reachOf } from '../../shell/actions/reach.ts';

const maxEntries = 4000;
/** Only slow disks reach it: usually, `maxEntries` ends the walk. */
const timeoutMs = 250;
const maxIgnoreBytes = 65_536;

export function walkBudget(): WalkBudget {
  return { entries: maxEntries, endMs: performance.now() + timeoutMs };
}

const skips: ReadonlySet<string> = new Set(
  words('node_modules .git .venv venv target dist build .cache __pycache__ .next .tox'),
);

export function firstFileBelow(
  folder: string,
  below: Below,
  isWanted: (path: string) => boolean,
  budget: WalkBudget,
): string | 'too-many' | null {
  const reaches = reachOf(below, folder);
  return firstBelow(
    folder,
    (path, entry) =>
      !entry.isDirectory() &&
      reaches(path) &&
      isWanted(path) &&
      !isCertificate(path) &&
      !(below.skipsIgnored === true && isIgnored(path)),
    { budget, skips },
  );
}

function isCertificate(path: string): boolean {
  if (!/\.(?:pem|key)$/i.test(path)) return false;
  const start = firstBytes(path, 4096);
  return start !== '' && !start.includes('PRIVATE KEY');
}

/** Whether the repository's `.gitignore` files exclude a path: many searches skip it. */
function isIgnored(path: string): boolean {
  const folders: string[] = [];
  for (let at = dirname(path); ; at = dirname(at)) {
    folders.unshift(at);
    if (existsSync(join(at, '.git'))) break;
    if (dirname(at) === at) return false;
  }
  let isOut = false;
  for (const folder of folders)
    for (const line of ignoreLines(join(folder, '.gitignore'))) {
      const isBack = line.startsWith('!');
      if (new PathPattern(isBack ? line.slice(1) : line).matches(relative(folder, path))) isOut = !isBack;
    }
  return isOut;
}

function ignoreLines(file: string): readonly string[] {
  try {
    const lines = readFileSync(file, 'utf8').slice(0, maxIgnoreBytes).split('\n');
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  } catch {
    return [];
  }
}
