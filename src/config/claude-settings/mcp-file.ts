import { isObject, valueAt } from '../../engine/values/shapes.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import { projectFolder } from '../source/project-folder.ts';
import type { Source } from '../source/yaml-source.ts';

/** The file in which Claude Code looks for the MCP servers of a project. */
export const mcpFileName = '.mcp.json';

/**
 * The servers of a project's `.mcp.json`, as far as they can be reached here. One that cannot, such as one with server-sent
 * events, is left out, so that a hook that names it is told so.
 */
export function readMcpFile({ value, file }: Source): McpServersSection {
  const servers = valueAt(value, ['mcpServers']);
  const folder = projectFolder(file.path);
  return Object.fromEntries(
    Object.entries(isObject(servers) ? servers : {}).flatMap(([name, server]) => {
      const read = isObject(server) ? readServer(server, folder) : null;
      return read === null ? [] : [[name, read]];
    }),
  );
}

function readServer(
  { type, command, args, env, url, headers }: Readonly<Record<string, unknown>>,
  cwd: string,
): McpServersSection[string] | null {
  if (typeof command === 'string' && (type === undefined || type === 'stdio')) {
    const words = Array.isArray(args) ? args.map((word) => filled(String(word))) : [];
    return { command: filled(command), args: words, env: texts(env), cwd };
  }
  const isHttp = typeof url === 'string' && (type === undefined || type === 'http');
  return isHttp ? { url: filled(url), headers: texts(headers) } : null;
}

function texts(value: unknown): Record<string, string> {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(entries.map(([name, text]) => [name, filled(String(text))]));
}

/** `${NAME}` is a variable of the host's environment, `${NAME:-text}` one with a default. */
function filled(text: string): string {
  return text.replaceAll(
    /\$\{([A-Za-z_]\w*)(?::-([^{}]*))?\}/g,
    (_, name: string, fallback = '') => process.env[name] ?? fallback,
  );
}
