import type { ConfigFile } from '../schema/schema.ts';
import type { Problem } from '../source/problem.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Source } from '../source/yaml-source.ts';

/** A `hookline.yaml`, parsed and checked by the schema. */
export interface CheckedSource {
  readonly source: Source;
  /** The file without its broken parts; null when nothing is left. */
  readonly config: ConfigFile | null;
  readonly problems: readonly Problem[];
}

export type CheckFile = (file: SourceFile) => Promise<CheckedSource>;

/** Only those who check a file pay for the parser and the schema. */
export const checkNow: CheckFile = async (file) => {
  const { parseAndCheck } = await import('../schema/check-file.ts');
  return parseAndCheck(file);
};
