import { canonicalTool, tableOfNames } from '../../engine/points/tool-names.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import type { AgentProduct, NativeTool } from '../agents/agent-product.ts';

const likeness = new Map(tableOfNames.map((name) => [folded(name), name]));

export function toolOf(agent: AgentProduct, name: string, payload: Fields): NativeTool {
  const known = lookUp(agent.tools, name);
  if (known !== undefined) return known;
  const mcp = mcpTool(agent, name, payload);
  if (mcp !== null) return { tool: mcp, output: 'content' };
  // A lookalike of a known tool is treated as that tool: the agent may be lenient about names.
  const alike = Object.keys(agent.tools).find((own) => folded(own) === folded(name));
  return lookUp(agent.tools, alike ?? '') ?? { tool: canonicalTool(likeness.get(folded(name)) ?? name) };
}

/** Ignores case, blanks, invisible characters and wide letters. */
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\s\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}

/** The field that the tool reads wins over one that has the canonical name. */
export function canonicalInput({ fields = {} }: NativeTool, input: Fields): Fields {
  const renamed = Object.entries(fields).filter(([, native]) => Object.hasOwn(input, native));
  if (renamed.length === 0) return input;
  const rest = Object.entries(input).filter(([name]) => !renamed.some(([, native]) => native === name));
  return Object.fromEntries([...rest, ...renamed.map(([name, native]) => [name, input[native]])]);
}

export function nativeInput({ fields = {} }: NativeTool, input: unknown, original: Fields): unknown {
  if (!isObject(input)) return input;
  const used = Object.entries(fields).filter(
    ([name, native]) => Object.hasOwn(original, native) || !Object.hasOwn(original, name),
  );
  const names = new Map(used);
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** Between server and tool, where the payload doesn't say where the server's name ends. */
const separators: Partial<Readonly<Record<AgentProduct['payload']['mcp'], RegExp>>> = {
  'SERVER-TOOL': /[-/]/,
  SERVER__TOOL: /__/,
  SERVER___TOOL: /___/,
};

/** `mcp__SERVER__TOOL`; null for tools of no MCP server. */
function mcpTool({ payload: { mcp } }: AgentProduct, name: string, payload: Fields): string | null {
  if (mcp === 'mcp__SERVER__TOOL') return name.startsWith('mcp__') ? name : null;
  const { mcp_context: context, mcp_servers: servers } = payload;
  if (mcp === 'mcp_SERVER_TOOL') {
    // Only Gemini CLI sends it.
    if (isObject(context) && typeof context['server_name'] === 'string')
      return `mcp__${context['server_name']}__${textOf(context['tool_name'])}`;
    const [, server, tool] = /^mcp_([^_]+)_(.+)$/s.exec(name) ?? [];
    return server === undefined ? null : `mcp__${server}__${tool}`;
  }
  if (mcp === 'MCP:TOOL') return name.startsWith('MCP:') ? `mcp__unknown__${name.slice(4)}` : null;
  const separator = separators[mcp];
  if (separator !== undefined) {
    const { index, 0: sign } = separator.exec(name) ?? { index: 0, 0: '' };
    return index === 0 ? null : `mcp__${name.slice(0, index)}__${name.slice(index + sign.length)}`;
  }
  if (mcp !== 'SERVER_TOOL' || !Array.isArray(servers)) return null;
  const server = servers
    .map(String)
    .sort((one, other) => other.length - one.length)
    .find((candidate) => name.startsWith(`${plain(candidate)}_`));
  return server === undefined ? null : `mcp__${server}__${name.slice(plain(server).length + 1)}`;
}

function plain(server: string): string {
  return server.replace(/[^a-zA-Z0-9_-]/g, '_');
}
