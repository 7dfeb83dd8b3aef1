import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { HooklineError } from '../../../engine/values/errors.ts';
import { lookUp } from '../../../engine/values/look-up.ts';
import { agentNamed, agentTable } from '../../agents/agent-table.ts';
import { type InstallScope, userFile } from '../agent-places.ts';

type McpFormat = 'json' | 'toml' | 'yaml';

/** How an agent writes a server. */
interface ServerShape {
  /** The field with the address of a server that speaks HTTP. */
  readonly url: string;
  readonly env: string;
  /** What `type` says of a server with an address, and of one with a command. */
  readonly types: readonly [remote: string, local: string];
  /** The command is one list with its arguments. */
  readonly isList?: true;
}

/** A file that tells an agent its MCP servers. */
export interface McpFile {
  readonly agent: string;
  readonly title: string;
  readonly scope: InstallScope;
  readonly file: string;
  readonly format: McpFormat;
  /** Where in the file the servers are. */
  readonly key: readonly string[];
  readonly shape: ServerShape;
}

/** Agents without hooks. */
const titles: Readonly<Record<string, string>> = {
  'claude-desktop': 'Claude Desktop',
  zed: 'Zed',
  vscode: 'VS Code',
  continue: 'Continue',
};

const plain: ServerShape = { url: 'url', env: 'env', types: ['http', 'stdio'] };
const httpUrl: ServerShape = { ...plain, url: 'httpUrl' };
const serverUrl: ServerShape = { ...plain, url: 'serverUrl' };
const openCode: ServerShape = { url: 'url', env: 'environment', types: ['remote', 'local'], isList: true };
const applications = process.platform === 'darwin' ? 'Library/Application Support' : '.config';

/** Paths are below the project's folder or the home folder. `$folder` is the project's folder. */
type Row = readonly [
  agent: string,
  scope: InstallScope,
  path: string,
  key: readonly string[],
  shape?: ServerShape,
];
const servers = ['mcpServers'] as const;

const rows: readonly Row[] = [
  ['claude-code', 'project', '.mcp.json', servers],
  ['claude-code', 'project', '~/.claude.json', ['projects', '$folder', 'mcpServers']],
  ['claude-code', 'user', '.claude.json', servers],
  ['codex', 'project', '.codex/config.toml', ['mcp_servers']],
  ['codex', 'user', '.codex/config.toml', ['mcp_servers']],
  ['gemini', 'project', '.gemini/settings.json', servers, httpUrl],
  ['gemini', 'user', '.gemini/settings.json', servers, httpUrl],
  ['qwen', 'project', '.qwen/settings.json', servers, httpUrl],
  ['qwen', 'user', '.qwen/settings.json', servers, httpUrl],
  ['opencode', 'project', 'opencode.json', ['mcp'], openCode],
  ['opencode', 'project', 'opencode.jsonc', ['mcp'], openCode],
  ['opencode', 'user', '.config/opencode/opencode.json', ['mcp'], openCode],
  ['opencode', 'user', '.config/opencode/opencode.jsonc', ['mcp'], openCode],
  ['cursor', 'project', '.cursor/mcp.json', servers],
  ['cursor', 'user', '.cursor/mcp.json', servers],
  ['copilot', 'user', '.copilot/mcp-config.json', servers],
  ['droid', 'project', '.factory/mcp.json', servers],
  ['droid', 'user', '.factory/mcp.json', servers],
  ['kiro', 'project', '.kiro/settings/mcp.json', servers],
  ['kiro', 'user', '.kiro/settings/mcp.json', servers],
  ['windsurf', 'user', '.codeium/windsurf/mcp_config.json', servers, serverUrl],
  ['amp', 'user', '.config/amp/settings.json', ['amp.mcpServers']],
  ['claude-desktop', 'user', `${applications}/Claude/claude_desktop_config.json`, servers],
  ['zed', 'project', '.zed/settings.json', ['context_servers']],
  ['zed', 'user', '.config/zed/settings.json', ['context_servers']],
  ['vscode', 'project', '.vscode/mcp.json', ['servers']],
  ['vscode', 'user', `${applications}/Code/User/mcp.json`, ['servers']],
  ['continue', 'user', '.continue/config.yaml', servers],
];

/** Most of these files don't exist. */
export function mcpFiles(folder: string): readonly McpFile[] {
  return rows.map(([agent, scope, named, key, shape = plain]) => {
    const path = named.replace('~/', '');
    const file = scope === 'project' && path === named ? join(folder, path) : inHome(agent, path);
    const format = path.endsWith('.toml') ? 'toml' : path.endsWith('.yaml') ? 'yaml' : 'json';
    const title = lookUp(agentTable, agent)?.title ?? lookUp(titles, agent) ?? agent;
    const steps = key.map((step) => (step === '$folder' ? folder : step));
    return { agent, title, scope, file, format, key: steps, shape };
  });
}

function inHome(agent: string, path: string): string {
  const { CLAUDE_CONFIG_DIR: claude, XDG_CONFIG_HOME: config } = process.env;
  if (path === '.claude.json' && claude) return join(claude, basename(path));
  const product = lookUp(agentTable, agent);
  if (product !== undefined && path !== '.claude.json') return userFile(product, path);
  return config ? path.replace(/^\.config(?=\/)/, config) : join(homedir(), path);
}

/** The name in the table for what a person typed. */
export function mcpAgentNamed(typed: string): string {
  if (lookUp(titles, typed.toLowerCase()) !== undefined) return typed.toLowerCase();
  const { name, title } = agentNamed(typed);
  if (rows.some(([agent]) => agent === name)) return name;
  throw new HooklineError('input-invalid', `where ${title} has its MCP servers is unknown`);
}
