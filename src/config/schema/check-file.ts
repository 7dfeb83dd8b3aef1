import { hasErrors, type Problem } from '../source/problem.ts';
import type { SourceFile } from '../source/source-file.ts';
import { parseYaml, type Source } from '../source/yaml-source.ts';
import type { ConfigFile } from './schema.ts';
import { checkSchema } from './schema-problems.ts';

export interface CheckedSource {
  readonly source: Source;
  readonly config: ConfigFile | null;
  readonly problems: readonly Problem[];
}

export function parseAndCheck(file: SourceFile): CheckedSource {
  const source = parseYaml(file);
  if (hasErrors(source.problems)) return { source, config: null, problems: source.problems };
  const { config, problems } = checkSchema(source);
  return { source, config, problems: [...source.problems, ...problems] };
}
