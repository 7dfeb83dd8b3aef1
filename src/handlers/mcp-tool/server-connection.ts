import { HookFailure } from '../../engine/outcome/failure.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { messageOf } from '../../engine/values/text.ts';
import { connectMcpServers, type McpServerConfig, type McpServers, type McpTool } from '../../mcp/mcp.ts';

const callTimeoutMs = 3_600_000;

export class ServerConnection {
  readonly #name: string;
  readonly #config: McpServerConfig;
  readonly #directory: string;
  #servers: Promise<McpServers> | null = null;
  #starting = new AbortController();
  #calls = 0;
  #isRetired = false;
  #onRetired: () => void = () => undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(name: string, config: McpServerConfig, directory: string) {
    this.#name = name;
    this.#config = config;
    this.#directory = directory;
  }

  async use<T>(
    tool: string,
    signal: AbortSignal,
    use: (tool: McpTool, servers: McpServers) => Promise<T>,
  ): Promise<T> {
    this.#calls += 1;
    try {
      const servers = await unlessAborted(this.#connected(), signal);
      return await use(this.#find(tool, servers), servers);
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) this.#rest();
    }
  }

  retire(): Promise<void> {
    this.#isRetired = true;
    if (this.#calls === 0) return this.end();
    return new Promise((resolve) => {
      this.#onRetired = resolve;
    });
  }

  async end(): Promise<void> {
    const servers = this.#servers;
    this.#servers = null;
    this.#starting.abort();
    this.#starting = new AbortController();
    const closed = servers?.then(
      (started) => started.close(),
      () => undefined,
    );
    this.#ended = Promise.all([this.#ended, closed]);
    await this.#ended;
  }

  async #connected(isSecond = false): Promise<McpServers> {
    this.#servers ??= this.#start();
    const current = this.#servers;
    const servers = await current.catch((error: unknown) => {
      this.#forget(current);
      throw new HookFailure('missing', messageOf(error));
    });
    const [problem] = servers.problems;
    if (problem === undefined) {
      servers.hold(true);
      return servers;
    }
    this.#forget(current);
    if (servers.tools.length > 0 && !isSecond) return this.#connected(true);
    throw new HookFailure('missing', problem.message);
  }

  #start(): Promise<McpServers> {
    const options = { cwd: this.#directory, callTimeoutMs, signal: this.#starting.signal };
    return connectMcpServers({ [this.#name]: this.#config }, options);
  }

  #forget(servers: Promise<McpServers>): void {
    if (this.#servers === servers) this.#servers = null;
  }

  #find(name: string, { tools }: McpServers): McpTool {
    const tool = tools.find(({ ownName }) => ownName === name);
    if (tool !== undefined) return tool;
    const names = tools.map(({ ownName }) => ownName);
    const hint = didYouMean(name, names) || `: it has ${names.slice(0, 20).join(', ') || 'none'}`;
    throw new HookFailure('missing', `the MCP server "${this.#name}" has no tool "${name}"${hint}`);
  }

  /** An idle process keeps no host alive. A connection over HTTP would, so it ends. */
  #rest(): void {
    if (this.#isRetired || 'url' in this.#config) void this.end().then(this.#onRetired);
    else
      void this.#servers?.then(
        (servers) => this.#calls === 0 && servers.hold(false),
        () => undefined,
      );
  }
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(HookFailure.from(signal.reason, 'cancelled'));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
