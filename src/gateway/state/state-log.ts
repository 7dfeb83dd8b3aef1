import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { appendStateLines, privateFolder, readStateFile } from './state-file.ts';
import { stateRoot } from './state-folder.ts';

/** Then a new file is begun, and the one before is kept. */
const maxBytes = 256 * 1024;

/** Appends a line to a log of the state, before it returns: the process may end right after. Throws where it cannot. */
export function appendStateLog(folderName: string, fileName: string, line: object): void {
  const file = join(privateFolder(folderName), fileName);
  const size = appendStateLines(file, `${JSON.stringify(line)}\n`);
  try {
    // Another process may have begun a new one meanwhile.
    if (size > maxBytes && statSync(file).size > maxBytes) renameSync(file, `${file}.1`);
  } catch {
    // The line is there; the next one may begin a new file.
  }
}

/** All lines of such a log, the oldest first. */
export function readStateLog(folderName: string, fileName: string): string {
  const folder = join(stateRoot(), folderName);
  return [`${fileName}.1`, fileName].map((name) => readStateFile(join(folder, name)) ?? '').join('\n');
}
