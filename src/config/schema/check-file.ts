import type { CheckedSource } from '../hookline-yaml/checked-source.ts';
import { hasErrors } from '../source/problem.ts';
import type { SourceFile } from '../source/source-file.ts';
import { parseYaml } from '../source/yaml-source.ts';
import { checkSchema } from './schema-problems.ts';

/** Parses a `hookline.yaml` and checks it by the schema. */
export function parseAndCheck(file: SourceFile): CheckedSource {
  const source = parseYaml(file);
  if (hasErrors(source.problems)) return { source, config: null, problems: source.problems };
  const { config, problems } = checkSchema(source);
  return { source, config, problems: [...source.problems, ...problems] };
}
