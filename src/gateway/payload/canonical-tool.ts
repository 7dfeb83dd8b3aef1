import { canonicalTool } from '../../engine/points/tool-names.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import type { AgentProduct, NativeTool } from '../agents/agent-product.ts';

/** The agent's tool: its row, or one that keeps the input as it is. */
export function toolOf(agent: AgentProduct, name: string, payload: Fields): NativeTool {
  return (
    lookUp(agent.tools, name) ?? {
      tool: mcpTool(agent, name, payload) ?? canonicalTool(name),
    }
  );
}

/** The input under the canonical names of its fields. The field that the tool reads wins over one that only looks like it. */
export function canonicalInput({ fields = {} }: NativeTool, input: Fields): Fields {
  const renamed = Object.entries(fields).filter(([, native]) => Object.hasOwn(input, native));
  if (renamed.length === 0) return input;
  const rest = Object.entries(input).filter(([name]) => !renamed.some(([, native]) => native === name));
  return Object.fromEntries([...rest, ...renamed.map(([name, native]) => [name, input[native]])]);
}

/** The input under the names of the agent again. */
export function nativeInput({ fields = {} }: NativeTool, input: unknown, original: Fields): unknown {
  if (!isObject(input)) return input;
  const used = Object.entries(fields).filter(
    ([name, native]) => Object.hasOwn(original, native) || !Object.hasOwn(original, name),
  );
  const names = new Map(used);
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** `mcp__SERVER__TOOL` for a tool of an MCP server, which agents spell in several ways; null for other tools. */
function mcpTool({ mcp }: AgentProduct, name: string, payload: Fields): string | null {
  const { mcp_context: context, mcp_servers: servers } = payload;
  if (isObject(context)) return `mcp__${String(context['server_name'])}__${String(context['tool_name'])}`;
  if (mcp === 'mcp_SERVER_TOOL') {
    const [, server, tool] = /^mcp_([^_]+)_(.+)$/s.exec(name) ?? [];
    return server === undefined ? null : `mcp__${server}__${tool}`;
  }
  if (mcp !== 'SERVER_TOOL' || !Array.isArray(servers)) return null;
  const server = servers
    .map(String)
    .sort((one, other) => other.length - one.length)
    .find((candidate) => name.startsWith(`${plain(candidate)}_`));
  return server === undefined ? null : `mcp__${server}__${name.slice(plain(server).length + 1)}`;
}

/** OpenCode puts an underscore for every other character of a server's name. */
function plain(server: string): string {
  return server.replace(/[^a-zA-Z0-9_-]/g, '_');
}
