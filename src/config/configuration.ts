export type { Config, LoadOptions } from './config.ts';
export type { NamedDeclaration as Declaration, Permissions } from './declaration.ts';
export { configJsonSchema, type JsonSchema } from './json-schema.ts';
export { loadConfig } from './load-config.ts';
export { ConfigError, formatProblem, type Place as FilePlace, type Problem } from './problem.ts';
export { type ReadConfig, readConfig } from './read-config.ts';
