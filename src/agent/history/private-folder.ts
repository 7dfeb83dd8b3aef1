import { chmodSync, existsSync, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesIn } from '../../files/file-facts.ts';
import { makeFolderSync } from '../../files/make-folder.ts';

/** It holds what files held, so others can't read it, and nothing in it may be a link. */
export function makePrivate(directory: string): void {
  refuseLink(directory);
  makeFolderSync(directory, 0o700);
  chmodSync(directory, 0o700);
  // Scratch files are created, never opened, so a link in place of one does no harm.
  for (const folder of ['.', 'objects', 'refs', 'refs/heads'])
    for (const { name } of entriesIn(join(directory, folder)))
      if (!name.startsWith('scratch-')) refuseLink(join(directory, folder, name));
}

export function hideFromGit(folder: string): void {
  refuseLink(folder);
  makeFolderSync(folder);
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch {}
}

const ownSettings = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n';

/** git runs programs that the settings of a repository name, and agents may have written those. */
export function resetSettings(directory: string): void {
  const file = join(directory, 'config');
  if (existsSync(file) && readFileSync(file, 'latin1') === ownSettings) return;
  const scratch = join(directory, `scratch-${process.pid}-config`);
  writeFileSync(scratch, ownSettings, { flag: 'wx' });
  renameSync(scratch, file);
}

function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new Error(`${path} is a link, and nothing is written through links`);
}
