export {
  defineHandler,
  type HandlerKind,
  type HandlerSetting,
  type HookFunction,
  handlerKind,
} from '../handlers/handler.ts';
export { command, type HandlerOptions, http, jsModule, python } from '../handlers/hook-functions.ts';
