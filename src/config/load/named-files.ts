import { type Dirent, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compileGlob } from '../../engine/hooks/fnmatch.ts';
import { isFile } from '../../files/file-facts.ts';

const maxFound = 1000;

/** The file of a name, or the files of a pattern in the order of their names. `*` and `?` stay in a folder, `**` goes below it. */
export function namedFiles(name: string, folder: string): readonly string[] {
  const whole = resolve(folder, name);
  if (!/[*?]/.test(name) || isFile(whole)) return [whole];
  const parts = whole.split('/').filter((part) => part !== '');
  let found = ['/'];
  for (const part of parts) {
    found = found.flatMap((base) => below(part, base)).slice(0, maxFound);
  }
  return [...new Set(found)].filter(isFile).sort();
}

function below(part: string, base: string): readonly string[] {
  if (part === '**') return foldersBelow(base);
  if (!/[*?]/.test(part)) return [join(base, part)];
  const glob = compileGlob(part);
  return entries(base)
    .map(({ name }) => name)
    .filter((name) => glob.matches(name))
    .map((name) => join(base, name));
}

/** Doesn't follow links, which may lead in circles. */
function foldersBelow(base: string): readonly string[] {
  const folders = [base];
  for (const current of folders) {
    if (folders.length > maxFound) break;
    const inner = entries(current).filter((entry) => entry.isDirectory() && entry.name !== 'node_modules');
    folders.push(...inner.map(({ name }) => join(current, name)));
  }
  return folders;
}

function entries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
  } catch {
    return [];
  }
}
