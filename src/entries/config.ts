export type { NamedDeclaration as Declaration } from '../config/load/declaration.ts';

export { type ReadConfig, readConfig } from '../config/load/read-config.ts';
export { configJsonSchema } from '../config/schema/json-schema.ts';
export {
  ConfigError,
  type FilePlace,
  formatProblem,
  type Problem,
  type Warning,
} from '../config/source/problem.ts';

export { lintConfig } from '../lint/lint-files.ts';
export { lintRules } from '../lint/rule-table.ts';
export type { LintRule } from '../lint/table/lint-rule.ts';
