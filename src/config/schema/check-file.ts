import { hasErrors, type Problem } from '../source/problem.ts';
import type { SourceFile } from '../source/source-file.ts';
import { parseYaml, type Source } from '../source/yaml-source.ts';
import type { ConfigFile } from './schema.ts';
import { checkSchema } from './schema-problems.ts';

/** A `hookline.yaml`, parsed and checked by the schema. */
export interface CheckedSource {
  readonly source: Source;
  /** The file without its broken parts; null when nothing is left. */
  readonly config: ConfigFile | null;
  readonly problems: readonly Problem[];
}

/** Parses a `hookline.yaml` and checks it by the schema. */
export function parseAndCheck(file: SourceFile): CheckedSource {
  const source = parseYaml(file);
  if (hasErrors(source.problems)) return { source, config: null, problems: source.problems };
  const { config, problems } = checkSchema(source);
  return { source, config, problems: [...source.problems, ...problems] };
}
