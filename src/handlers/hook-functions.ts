import type { Protocol } from '../protocols/protocol.ts';
import { findProtocol } from '../protocols/protocols.ts';
import { commandHandler } from './command/command.ts';
import type { CommandOptions } from './command/options.ts';
import type { HandlerKind, HookFunction } from './handler.ts';
import { type HttpOptions, httpHandler } from './http/http.ts';
import { type ModuleOptions, moduleHandler } from './module/module.ts';
import { type PythonOptions, pythonHandler } from './python/python.ts';

/** The options of every handler beside its own. */
export interface HandlerOptions {
  /** The protocol it speaks: a name, or your own. Default: `hookline`. */
  readonly protocol?: string | Protocol;
  /** The folder for relative paths. Default: the current folder. */
  readonly directory?: string;
}

/** A hook that runs a command: `hooks.on('PreToolUse', command('./no-rm.sh'))`. */
export function command(
  line: string,
  options: Omit<CommandOptions, 'command'> & HandlerOptions = {},
): HookFunction {
  return create(commandHandler, options, (rest) => ({ ...rest, command: line }));
}

/** A hook in Python: `hooks.on('PreToolUse', python('rules.check'))`. */
export function python(
  handler: string,
  options: Omit<PythonOptions, 'handler'> & HandlerOptions = {},
): HookFunction {
  return create(pythonHandler, options, (rest) => ({ ...rest, handler }));
}

/** A hook in a file of its own: `hooks.on('PreToolUse', jsModule('./hooks/audit.js#check'))`. */
export function jsModule(
  handler: string,
  options: Omit<ModuleOptions, 'handler'> & HandlerOptions = {},
): HookFunction {
  return create(moduleHandler, options, (rest) => ({ ...rest, handler }));
}

/** A hook behind an address: `hooks.on('PreToolUse', http('http://127.0.0.1:8080/hook'))`. */
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
