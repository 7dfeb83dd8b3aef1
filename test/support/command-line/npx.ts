import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Ended, main } from './cli.ts';

const program = fileURLToPath(new URL('../../fixtures/cli/serve.mjs', import.meta.url));

/** Sends the call, then writes what comes of it: each item ends with a zero byte, and its first letter says what it is. */
const stub = (port: number): string => `#!/usr/bin/env bash
shift
IFS= read -r -d '' input
exec 3<>/dev/tcp/127.0.0.1/${port}
{
  printf '%s\\0' "$PWD" "$input" "$#" "$@"
  for name in $(compgen -e); do printf '%s=%s\\0' "$name" "\${!name}"; done
  printf '\\0'
} >&3
while IFS= read -r -d '' -u 3 item; do
  case $item in
    o*) printf %s "\${item:1}" ;;
    e*) printf %s "\${item:1}" >&2 ;;
    x*) exit "\${item:1}" ;;
  esac
done
exit 99
`;

/**
 * Stands in for the real npx, which would first look around for a second. One process serves all calls of the built command,
 * since most of them take less time than a process takes to start.
 */
export class Npx {
  readonly #sockets: Server;
  #commands: Promise<ChildProcess> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  private constructor() {
    this.#sockets = createServer((socket) => void this.#serve(socket));
  }

  static async start(): Promise<Npx> {
    const npx = new Npx();
    npx.#sockets.listen(0, '127.0.0.1');
    await once(npx.#sockets, 'listening');
    return npx;
  }

  /** The text of the program. */
  get text(): string {
    const address = this.#sockets.address();
    if (address === null || typeof address === 'string') throw new Error('it does not listen');
    return stub(address.port);
  }

  async stop(): Promise<void> {
    this.#sockets.close();
    (await this.#commands)?.disconnect();
  }

  async #serve(socket: Socket): Promise<void> {
    let said = '';
    socket.setEncoding('utf8');
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      said += chunk;
      if (said.endsWith('\0\0')) break;
    }
    const [cwd = '', input = '', count = '', ...rest] = said.split('\0');
    const words = rest.slice(0, Number(count));
    const env = rest.slice(words.length).filter((line) => line !== '');
    const call = { words, cwd, input, env: Object.fromEntries(env.map(pairOf)) };
    const ended = this.#last.then(() => this.#run(call));
    this.#last = ended.catch(() => undefined);
    const { stdout, stderr, code } = await ended;
    socket.end(`o${stdout}\0e${stderr}\0x${code}\0`);
  }

  async #run(call: object): Promise<Ended> {
    this.#commands ??= startCommands();
    const commands = await this.#commands;
    commands.send(call);
    const [answer] = (await once(commands, 'message')) as [Ended & { readonly isLast: boolean }];
    if (answer.isLast) this.#commands = null;
    return answer;
  }
}

async function startCommands(): Promise<ChildProcess> {
  const child = fork(program, [main], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

function pairOf(line: string): readonly [string, string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}
