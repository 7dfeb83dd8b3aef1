import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

export type Era = 'legacy' | 'auto';

/** A program that prints where it listens. */
export async function startListening(
  program: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const { cwd, env } = options;
  const child = spawn(process.execPath, program, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return String(line).trim();
}

/** A client of the SDK, and every message that it gets. */
export class SdkClient {
  readonly client: Client;
  readonly messages: unknown[] = [];
  /** What the person is asked. */
  readonly questions: string[] = [];

  constructor(
    era: Era,
    answer: (message: string) => Readonly<Record<string, string | boolean>> | null = () => null,
  ) {
    const capabilities = { elicitation: { form: {} } };
    this.client = new Client(
      { name: 'test', version: '1' },
      { capabilities, versionNegotiation: { mode: era } },
    );
    this.client.setRequestHandler('elicitation/create', async ({ params: { message } }) => {
      this.questions.push(message);
      const content = answer(message);
      return content === null ? { action: 'decline' } : { action: 'accept', content };
    });
  }

  async connect(transport: Transport): Promise<this> {
    await this.client.connect(transport);
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => {
      this.messages.push(message);
      onmessage?.(message, extra);
    };
    onTestFinished(() => this.client.close());
    return this;
  }

  /** Everything that a client may ask of a server, with the input of its tools. */
  async askAll(
    calls: readonly (readonly [name: string, input: Readonly<Record<string, unknown>>])[],
  ): Promise<void> {
    const { client } = this;
    const can = client.getServerCapabilities() ?? {};
    const attempts = [
      () => client.listTools(),
      ...(can.prompts === undefined ? [] : [() => client.listPrompts()]),
      ...(can.resources === undefined
        ? []
        : [() => client.listResources(), () => client.listResourceTemplates()]),
      ...calls.map(
        ([name, input]) =>
          () =>
            client.callTool({ name, arguments: { ...input } }, { onprogress: () => undefined }),
      ),
      () => client.callTool({ name: 'no such tool', arguments: {} }),
    ];
    for (const attempt of attempts) await attempt().catch(() => undefined);
  }
}
