import { jsonLines } from '../state-file.ts';
import { appendStateLog, readStateLog } from '../state-log.ts';
import { type ExceptionUse, isExceptionUse } from './exception.ts';

const folderName = 'exceptions';
const fileName = 'uses.jsonl';

/** Records that something passes. Throws where it cannot be recorded: then it must not pass. */
export function recordUse(use: ExceptionUse): void {
  appendStateLog(folderName, fileName, use);
}

/** What has passed by exceptions, the last one first. */
export function exceptionUses(): readonly ExceptionUse[] {
  return jsonLines(readStateLog(folderName, fileName)).filter(isExceptionUse).reverse();
}
