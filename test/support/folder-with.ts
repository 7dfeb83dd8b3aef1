import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Scratch } from './scratch.ts';

/** The path of a folder with these files, gone when the test is. Scripts that name their interpreter can be run. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const scratch = new Scratch();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(scratch.path, name)), { recursive: true });
    const file = scratch.write(name, text);
    if (text.startsWith('#!')) chmodSync(file, 0o755);
  }
  return scratch.path;
}
