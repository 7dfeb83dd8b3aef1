import type { Protocol } from '../protocols/protocol.ts';
import { findProtocol } from '../protocols/protocols.ts';
import { type CommandOptions, commandHandler } from './command/command.ts';
import type { HandlerKind, HookFunction } from './handler.ts';
import { type HttpOptions, httpHandler } from './http/http.ts';
import { type ModuleOptions, moduleHandler } from './module/module.ts';
import { type PythonOptions, pythonHandler } from './python/python.ts';

export interface HandlerOptions {
  /** The protocol it speaks: a name, or your own. Default: `hookline`. */
  readonly protocol?: string | Protocol;
  /** The folder for relative paths. Default: the current folder. */
  readonly directory?: string;
}

export function command(
  line: string,
  options: Omit<CommandOptions, 'command'> & HandlerOptions = {},
): HookFunction {
  return create(commandHandler, options, (rest) => ({ ...rest, command: line }));
}

export function python(
  handler: string,
  options: Omit<PythonOptions, 'handler'> & HandlerOptions = {},
): HookFunction {
  return create(pythonHandler, options, (rest) => ({ ...rest, handler }));
}

export function jsModule(
  handler: string,
  options: Omit<ModuleOptions, 'handler'> & HandlerOptions = {},
): HookFunction {
  return create(moduleHandler, options, (rest) => ({ ...rest, handler }));
}

export function http(
  handler: string,
  options: Omit<HttpOptions, 'handler'> & HandlerOptions = {},
): HookFunction {
  return create(httpHandler, options, (rest) => ({ ...rest, handler }));
}

function create<Own, Options>(
  kind: HandlerKind<Options>,
  { protocol = 'hookline', directory = process.cwd(), ...own }: Own & HandlerOptions,
  complete: (own: Omit<Own & HandlerOptions, keyof HandlerOptions>) => Options,
): HookFunction {
  const wire = typeof protocol === 'string' ? findProtocol(protocol) : protocol;
  return kind.create(complete(own), { protocol: wire, directory });
}
