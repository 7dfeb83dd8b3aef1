import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Ended, startHookline } from '../../support/command-line/cli.ts';
import { trusted } from '../../support/command-line/trusted.ts';
import { eventually } from '../../support/eventually.ts';
import { folderWith } from '../../support/folder-with.ts';
import { projectFolder } from '../../support/pages.ts';

export type Sent = Readonly<Record<string, unknown>>;

/** A message of the server, as the client gets it. */
export interface Received {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export const plainServer: string = join(projectFolder, 'test/fixtures/mcp/plain.mjs');

/** A project with a policy, and a client of a server behind it. */
export class McpWorld {
  readonly folder: string;
  readonly env: Record<string, string>;

  constructor(policy: string, env: Readonly<Record<string, string>> = {}) {
    this.folder = folderWith({ 'project/hookline.yaml': policy });
    this.env = {
      XDG_STATE_HOME: join(this.folder, 'state'),
      XDG_CONFIG_HOME: join(this.folder, 'config'),
      ...env,
    };
  }

  get project(): string {
    return join(this.folder, 'project');
  }

  async start(
    words: readonly string[] = ['--name', 't', '--no-pins', '--', process.execPath, plainServer],
  ): Promise<McpClient> {
    await trusted(this.project, this.env);
    return new McpClient(words, this.project, this.env);
  }
}

export class McpClient {
  readonly lines: string[] = [];
  readonly received: Received[] = [];
  readonly ended: Promise<Ended>;
  readonly #child;
  #lastId = 0;

  constructor(words: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
    const { child, ended } = startHookline(['mcp', ...words], { cwd, env });
    this.#child = child;
    this.ended = ended;
    if (child.stdout !== null)
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.lines.push(line);
        this.received.push(JSON.parse(line) as Received);
      });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  write(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  send(message: Sent): void {
    this.write(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  /** Sends a request and waits for its answer. */
  async request(method: string, params: Sent = {}): Promise<Received> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.send({ id, method, params });
    return this.answerTo(id);
  }

  call(name: string, input: Sent = {}, more: Sent = {}): Promise<Received> {
    return this.request('tools/call', { name, arguments: input, ...more });
  }

  answerTo(id: unknown): Promise<Received> {
    return this.message((one) => one.id === id && one.method === undefined);
  }

  async message(isWanted: (one: Received) => boolean): Promise<Received> {
    let found: Received | undefined;
    await eventually(() => {
      found = this.received.find(isWanted);
      return found !== undefined;
    });
    if (found === undefined) throw new Error('no such message came');
    return found;
  }

  close(): Promise<Ended> {
    this.#child.stdin?.end();
    return this.ended;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}

/** The text of a result. */
export function textIn({ result }: Received): string {
  const content = result?.['content'] as readonly { readonly text?: string }[] | undefined;
  return (content ?? []).map(({ text = '' }) => text).join('\n');
}
