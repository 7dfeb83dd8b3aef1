import type { Client, Tool as ServerTool, Transport } from '@modelcontextprotocol/client';
import type { ToolInput } from '../engine/points/inputs.ts';
import { HooklineError } from '../engine/values/errors.ts';
import { describe, messageOf } from '../engine/values/text.ts';
import type { ToolContent, ToolDeclaration } from '../models/model.ts';
import { type ToolResult, toolError } from '../models/tool-result.ts';
import { hostEnvironment } from '../processes/host-environment.ts';
import { boundedValidator, meteredFetch, type SchemaValidator } from './limits.ts';
import { mcpResult, renderMcp } from './result.ts';
import { McpProcess } from './server-process.ts';

export type McpServerConfig =
  | {
      readonly command: string;
      readonly args?: readonly string[] | undefined;
      readonly env?: Readonly<Record<string, string>> | undefined;
      readonly cwd?: string | undefined;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> | undefined };

export interface McpOptions {
  /** The folder for processes without their own. Default: the current folder. */
  readonly cwd?: string;
  /** Time limit for the start of a server. Default: 30 s. */
  readonly startTimeoutMs?: number;
  /** Time limit of a call, despite progress. Default: 10 min, and 60 s without progress. */
  readonly callTimeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onProblem?: (problem: McpProblem) => void;
}

export interface McpProblem {
  readonly server: string;
  readonly message: string;
}

export interface McpCallContext {
  readonly signal: AbortSignal;
  readonly meta?: Readonly<Record<string, string>>;
}

export interface McpTool extends ToolDeclaration {
  readonly ownName: string;
  readonly concurrent: boolean;
  run(input: ToolInput, context: McpCallContext): Promise<ToolResult>;
  render(response: unknown): ToolContent;
}

export interface McpServers {
  readonly tools: readonly McpTool[];
  readonly problems: readonly McpProblem[];
  hold(isBusy: boolean): void;
  close(): Promise<void>;
}

const quietMs = 60_000;
const callMs = 600_000;

type Package = typeof import('@modelcontextprotocol/client') & { readonly validator: SchemaValidator };

/** Rejects only when two tools would share a name, which hooks and rules couldn't tell apart. */
export async function connectMcpServers(
  configs: Readonly<Record<string, McpServerConfig>>,
  options: McpOptions = {},
): Promise<McpServers> {
  for (const [name, config] of Object.entries(configs)) checkConfig(name, config);
  const names = Object.keys(configs);
  const mcp = names.length === 0 ? null : await loadPackage();
  const problems: McpProblem[] = [];
  const report = (server: string, message: string): void => {
    problems.push({ server, message });
    options.onProblem?.({ server, message });
  };
  const servers = Object.entries(configs).flatMap(([name, config]) =>
    mcp === null ? [] : [new McpServer(name, config, options, mcp, (message) => report(name, message))],
  );
  await Promise.all(servers.map((server) => server.connect()));
  const close = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.close())));
  const collision = collisionOf(servers);
  if (collision !== null) {
    await close();
    throw new HooklineError('option-invalid', collision);
  }
  const hold = (isBusy: boolean): void => {
    for (const server of servers) server.hold(isBusy);
  };
  return { tools: servers.flatMap((server) => server.tools), problems, hold, close };
}

function collisionOf(servers: readonly McpServer[]): string | null {
  const owners = new Map<string, string>();
  for (const { name: server, tools } of servers)
    for (const { name } of tools) {
      const other = owners.get(name);
      if (other !== undefined)
        return other === server
          ? `the MCP server "${server}" has two tools that would both be ${name}`
          : `the MCP servers "${other}" and "${server}" both have a tool that would be ${name}; rename one of the servers`;
      owners.set(name, server);
    }
  return null;
}

async function loadPackage(): Promise<Package> {
  try {
    const [client, { AjvJsonSchemaValidator }] = await Promise.all([
      import('@modelcontextprotocol/client'),
      import('@modelcontextprotocol/client/validators/ajv'),
    ]);
    return { ...client, validator: boundedValidator(new AjvJsonSchemaValidator()) };
  } catch (problem) {
    if ((problem as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw problem;
    throw new HooklineError(
      'package-missing',
      'hookline talks to MCP servers through the package "@modelcontextprotocol/client", which is not installed: npm install @modelcontextprotocol/client',
    );
  }
}

function mcpToolName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}

class McpServer {
  tools: readonly McpTool[] = [];
  readonly name: string;
  readonly #options: McpOptions;
  readonly #client: Client;
  readonly #transport: Transport;
  readonly #report: (message: string) => void;
  #problem: string | null = null;
  #isClosing = false;

  constructor(
    name: string,
    config: McpServerConfig,
    options: McpOptions,
    mcp: Package,
    report: (message: string) => void,
  ) {
    this.name = name;
    this.#options = options;
    this.#report = report;
    this.#client = new mcp.Client({ name: 'hookline', version: '1' }, { jsonSchemaValidator: mcp.validator });
    this.#transport = transportTo(config, options, mcp, (why) => {
      this.#fail(`was closed: ${why}`);
      void this.close();
    });
  }

  async connect(): Promise<void> {
    const { startTimeoutMs: timeout = 30_000, signal } = this.#options;
    const limits = { timeout, ...(signal !== undefined && { signal }) };
    try {
      await this.#client.connect(this.#transport, limits);
      const { tools } = await this.#client.listTools(undefined, limits);
      this.tools = tools.map((tool) => this.#toolFor(tool));
      this.#client.onclose = () => this.#ended();
    } catch (error) {
      // First, so the last output of a process has arrived.
      await this.close();
      this.#fail(`could not be started: ${this.#why(error)}`);
    }
  }

  hold(isBusy: boolean): void {
    if (this.#transport instanceof McpProcess) this.#transport.hold(isBusy);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    try {
      if ('terminateSession' in this.#transport && typeof this.#transport.terminateSession === 'function') {
        await this.#transport.terminateSession();
      }
    } catch {
      // The server may be gone already.
    }
    await this.#client.close().catch(() => {});
    // The client lets go of its transport when connecting fails, perhaps before the process was up.
    await this.#transport.close().catch(() => {});
  }

  #ended(): void {
    const isOffender = this.#transport instanceof McpProcess && this.#transport.isOffender;
    if (!this.#isClosing) this.#fail(`${isOffender ? 'was ended' : 'ended by itself'}: ${this.#why(null)}`);
  }

  #fail(why: string): void {
    if (this.#problem !== null) return;
    this.#problem = `the MCP server "${this.name}" ${why}`;
    this.#report(this.#problem);
  }

  #why(error: unknown): string {
    const words = this.#transport instanceof McpProcess ? this.#transport.lastWords : '';
    if (words !== '') return words;
    return error === null ? 'the connection was closed' : messageOf(error);
  }

  #toolFor({ name, description, inputSchema, annotations }: ServerTool): McpTool {
    return {
      name: mcpToolName(this.name, name),
      ownName: name,
      description: description ?? '',
      inputSchema,
      // The server's own claim doesn't replace permission; it only allows parallel calls.
      concurrent: annotations?.readOnlyHint === true,
      run: async (input, { signal, meta }) => {
        if (this.#problem !== null) return toolError(this.#problem);
        if (this.#isClosing) return toolError(`the MCP server "${this.name}" was closed`);
        const timeout = this.#options.callTimeoutMs ?? quietMs;
        const wholeMs = this.#options.callTimeoutMs ?? callMs;
        const end = AbortSignal.timeout(wholeMs);
        try {
          const call = { name, arguments: { ...input }, ...(meta !== undefined && { _meta: { ...meta } }) };
          const result = await this.#client.callTool(call, {
            signal: AbortSignal.any([signal, end]),
            timeout,
            onprogress: () => {},
            resetTimeoutOnProgress: true,
          });
          return mcpResult(result);
        } catch (error) {
          const why = end.aborted ? `the call took longer than ${wholeMs} ms` : messageOf(error);
          return toolError(this.#problem ?? `the MCP server "${this.name}": ${why}`);
        }
      },
      render: renderMcp,
    };
  }
}

function transportTo(
  config: McpServerConfig,
  options: McpOptions,
  mcp: Package,
  onFlood: (why: string) => void,
): Transport {
  if ('url' in config) {
    const { headers = {} } = config;
    return new mcp.StreamableHTTPClientTransport(new URL(config.url), {
      requestInit: { headers: { ...headers } },
      fetch: meteredFetch(onFlood),
    });
  }
  const { command: file, args = [], env = {}, cwd = options.cwd ?? process.cwd() } = config;
  return new McpProcess({ file, args, cwd, env: hostEnvironment({ env }) }, mcp);
}

function checkConfig(name: string, config: McpServerConfig): void {
  const { command, url } = config as { readonly command?: unknown; readonly url?: unknown };
  const refuse = (why: string): never => {
    throw new HooklineError('option-invalid', `the MCP server "${name}" ${why}`);
  };
  if (name === '') refuse('needs a name');
  if ((typeof command === 'string') === (typeof url === 'string')) {
    refuse(`needs either a command or a url, as text; it has ${describe(config)}`);
  }
  if (typeof url === 'string' && !/^https?:\/\//.test(url))
    refuse(`has a url that is not http or https: ${url}`);
}
