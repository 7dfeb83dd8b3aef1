export type { Config, LoadOptions } from '../config/load/config.ts';
export type {
  FilePermissions as Permissions,
  NamedDeclaration as Declaration,
} from '../config/load/declaration.ts';
export { loadConfig } from '../config/load/load-config.ts';
export { type ReadConfig, readConfig } from '../config/load/read-config.ts';
export { configJsonSchema, type JsonSchema } from '../config/schema/json-schema.ts';
export {
  ConfigError,
  type FilePlace,
  formatProblem,
  type Mistake,
  type Problem,
  type Warning,
} from '../config/source/problem.ts';
export { type WarningCode, warningCodes } from '../config/source/warning-codes.ts';
