import type { CheckedSource } from '../schema/check-file.ts';
import type { SourceFile } from '../source/source-file.ts';

export type CheckFile = (file: SourceFile) => Promise<CheckedSource>;

/** Only those who check a file pay for the parser and the schema. */
export const checkNow: CheckFile = async (file) => {
  const { parseAndCheck } = await import('../schema/check-file.ts');
  return parseAndCheck(file);
};
