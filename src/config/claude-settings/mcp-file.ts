import { isObject, valueAt } from '../../engine/values/shapes.ts';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import { projectFolder } from '../source/project-folder.ts';
import type { Source } from '../source/yaml-source.ts';

export const mcpFileName = '.mcp.json';

/** Leaves out servers that can't be reached here, so a hook that names one is reported. */
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
    const words = Array.isArray(args) ? args.map((word) => withVariables(String(word))) : [];
    return { command: withVariables(command), args: words, env: texts(env), cwd };
  }
  const isHttp = typeof url === 'string' && (type === undefined || type === 'http');
  return isHttp ? { url: withVariables(url), headers: texts(headers) } : null;
}

function texts(value: unknown): Record<string, string> {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(entries.map(([name, text]) => [name, withVariables(String(text))]));
}

/** Puts variables of the environment in. */
export function withVariables(text: string): string {
  return text.replaceAll(
    /\$\{([A-Za-z_]\w*)(?::-([^{}]*))?\}/g,
    (_, name: string, fallback = '') => process.env[name] ?? fallback,
  );
}
