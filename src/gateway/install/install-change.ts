import { chmod, rm } from 'node:fs/promises';
import { deleteDiskFile, writeDiskFile } from '../../files/disk-file.ts';
import { realPath } from '../../files/real-path.ts';
import { nameBeside } from '../../files/take-file.ts';
import { unwritable } from '../../files/unwritable.ts';

/** What becomes of one file. A text that is null means that there is no file. */
export interface InstallChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The mode of the file, where it is not what the system gives. */
  readonly mode?: number;
  /** Whether a file of somebody else is changed, so that it is backed up. */
  readonly keeps?: true;
  /** Whether nothing of hookline is in there yet, so that the backup is the file without it. */
  readonly fresh?: boolean;
}

/** Beside the real file: a link stays a link. */
export function backupPath(path: string): string {
  return `${realPath(path, process.cwd())}.hookline-backup`;
}

export function isChange({ before, after }: InstallChange): boolean {
  return before !== after;
}

/** Writes one change. Nobody sees the file half written. */
export async function applyChange({ path, before, after, mode, keeps, fresh }: InstallChange): Promise<void> {
  const real = realPath(path, process.cwd());
  try {
    if (after === null) return await deleteDiskFile(real);
    if (keeps === true && fresh === true && before !== null) await write(backupPath(path), before);
    await write(real, after);
    if (mode !== undefined) await chmod(real, mode);
  } catch (problem) {
    throw unwritable(problem, real, 'Let this user write there.');
  }
}

export async function removeBackup(path: string): Promise<void> {
  await rm(backupPath(path), { force: true });
}

async function write(path: string, text: string): Promise<void> {
  await writeDiskFile(path, Buffer.from(text), { scratch: nameBeside(path, 'new') });
}
