export { type Builtin, type BuiltinSetting, serves } from './builtin.ts';
export {
  type BuiltinInstances,
  type BuiltinOptions,
  builtinHandler,
  type CreateSetting,
  createBuiltin,
} from './builtin-handler.ts';
export { builtins, findBuiltin } from './builtin-table.ts';
export {
  type Insertion,
  type MidStreamInjectionOptions,
  midStreamInjection,
} from './mid-stream-injection.ts';
