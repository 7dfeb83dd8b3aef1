import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { appendStateLines, jsonLines, privateFolder, readStateFile } from '../state-file.ts';
import { stateRoot } from '../state-folder.ts';
import { type ExceptionUse, isExceptionUse } from './exception.ts';

const folderName = 'exceptions';
const fileName = 'uses.jsonl';

/** Then a new file is begun, and the one before is kept. */
const maxBytes = 256 * 1024;

/** Records that something passes. Throws where it cannot be recorded: then it must not pass. */
export function recordUse(use: ExceptionUse): void {
  const file = join(privateFolder(folderName), fileName);
  const size = appendStateLines(file, `${JSON.stringify(use)}\n`);
  try {
    // Another process may have begun a new one meanwhile.
    if (size > maxBytes && statSync(file).size > maxBytes) renameSync(file, `${file}.1`);
  } catch {
    // It is recorded; the next one may begin a new file.
  }
}

/** What has passed by exceptions, the last one first. */
export function exceptionUses(): readonly ExceptionUse[] {
  const folder = join(stateRoot(), folderName);
  const text = [`${fileName}.1`, fileName].map((name) => readStateFile(join(folder, name)) ?? '').join('\n');
  return jsonLines(text).filter(isExceptionUse).reverse();
}
