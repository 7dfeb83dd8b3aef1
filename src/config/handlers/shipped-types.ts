import { handlerTypes } from '../../handlers/handler.ts';

/** The types of handlers that ship. Importing a kind defines it, so files and code use the same table. */
const shipped: Readonly<Record<string, () => Promise<unknown>>> = {
  command: () => import('../../handlers/command/command.ts'),
  python: () => import('../../handlers/python/python.ts'),
  module: () => import('../../handlers/module/module.ts'),
  http: () => import('../../handlers/http/http.ts'),
  prompt: () => import('../../handlers/prompt/prompt.ts'),
  mcp_tool: () => import('../../handlers/mcp-tool/mcp-tool.ts'),
  builtin: () => import('../../builtin/builtin-handler.ts'),
};

export const shippedTypes: ReadonlySet<string> = new Set(Object.keys(shipped));

export async function loadTypes(types: ReadonlySet<string>): Promise<void> {
  const defined = new Set(handlerTypes());
  for (const [type, load] of Object.entries(shipped)) if (types.has(type) && !defined.has(type)) await load();
}
