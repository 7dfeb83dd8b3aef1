import { builtinHandler } from '../../builtin/builtin-handler.ts';
import { commandHandler } from '../../handlers/command/command.ts';
import { httpHandler } from '../../handlers/http/http.ts';
import { moduleHandler } from '../../handlers/module/module.ts';
import { pythonHandler } from '../../handlers/python/python.ts';

/** The types of handlers that ship. Importing a kind defines it, so files and code use the same table. */
export const shippedTypes: ReadonlySet<string> = new Set(
  [commandHandler, pythonHandler, moduleHandler, httpHandler, builtinHandler].map(({ type }) => type),
);
