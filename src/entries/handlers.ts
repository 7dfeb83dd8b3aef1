export {
  defineHandler,
  type HandlerKind,
  type HandlerSetting,
  type HookFunction,
  handlerKind,
} from '../handlers/handler.ts';
export {
  command,
  type HandlerOptions,
  http,
  jsModule,
  python,
} from '../handlers/hook-functions.ts';
export { endWorkers } from '../handlers/workers/end-workers.ts';
export { setLauncherMode } from '../processes/launcher/start-process.ts';
export type { Protocol } from '../protocols/protocol.ts';
