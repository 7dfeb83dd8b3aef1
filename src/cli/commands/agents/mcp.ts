import { basename, extname, resolve } from 'node:path';
import { textOf } from '../../../engine/values/text.ts';
import { visible } from '../../../gateway/answer/visible.ts';
import { headerOf, plainName } from '../../../gateway/install/mcp/wrap-server.ts';
import { Rounds } from '../../../gateway/mcp/approval.ts';
import { Judge } from '../../../gateway/mcp/judge.ts';
import { Pins, stdioIdentity, urlIdentity } from '../../../gateway/mcp/pins.ts';
import { proxyStdio } from '../../../gateway/mcp/stdio.ts';
import { type CommandCall, type CommandRun, textOption, wrongCall } from '../../command.ts';

export const runMcp: CommandRun = async (call) => {
  const { arguments: command, options, signal, terminal } = call;
  if (command[0] === 'scan' && !call.isLiteral) return (await import('./mcp-scan.ts')).runMcpScan(call);
  const scanned = ['start', 'json'].find((name) => options[name] === true);
  if (scanned !== undefined) throw wrongCall(`--${scanned} is for hookline mcp scan`);
  const url = urlOf(call);
  const server = url === null ? serverName(call) : nameOf(textOf(options['name']) || url.hostname);
  const tell = (text: string): void => terminal.tell(visible(`hookline mcp ${server}: ${text}`));
  const named = options['config'] as readonly string[] | undefined;
  const identity = url === null ? stdioIdentity(command, process.cwd()) : urlIdentity(url);
  const trustsFirst = options['trustFirst'] === true;
  const pins = options['pins'] === false ? null : new Pins({ name: server, identity, trustsFirst, tell });
  const judge = new Judge({
    named: named?.map((file) => resolve(file)),
    required: options['required'] === true,
    tell,
  });
  const relay = { server, judge, rounds: new Rounds(), pins, tell, signal };
  const { stdin: input, stdout: output } = process;
  try {
    if (url === null) return await proxyStdio({ ...relay, command, input, output });
    const listens = textOption(call, 'listen');
    if (listens === undefined) {
      const { bridgeStdio } = await import('../../../gateway/mcp/bridge.ts');
      return await bridgeStdio({ ...relay, url, headers: headersOf(call), input, output });
    }
    const { proxyHttp } = await import('../../../gateway/mcp/http.ts');
    return await proxyHttp({ ...relay, url, ...addressOf(listens), onListening: terminal.print });
  } finally {
    judge.close();
  }
};

function urlOf({ arguments: command, options }: CommandCall): URL | null {
  const { url } = options;
  if (command.length > 0 === (typeof url === 'string'))
    throw wrongCall(
      'name either the command of the MCP server after --, as in: hookline mcp -- npx -y @modelcontextprotocol/server-memory, or its address with --url',
    );
  if (typeof url !== 'string') return null;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed;
  throw wrongCall(`--url takes an address such as https://mcp.example.com/mcp, not "${url}"`);
}

/** `127.0.0.1:8080`, `[::1]:8080` or `8080`. Never more of the network than was asked for. */
function addressOf(listens: string): { readonly host: string; readonly port: number } {
  const [, host = '127.0.0.1', port = ''] =
    /^(?:(?<host>[^:]+|\[[\da-fA-F:]+\]):)?(\d{1,5})$/.exec(listens) ?? [];
  if (port === '' || Number(port) > 65_535)
    throw wrongCall(`--listen takes an address such as 127.0.0.1:8080, not "${listens}"`);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** `Authorization: Bearer ${TOKEN}`: other users see the words of a command, but not its variables. */
function headersOf({ options }: CommandCall): Readonly<Record<string, string>> {
  const given = (options['header'] ?? []) as readonly string[];
  return Object.fromEntries([
    ...Object.entries(process.env).flatMap(([variable, value = '']) => {
      const field = headerOf(variable);
      return field === null ? [] : [[field.toLowerCase(), value] as const];
    }),
    ...given.map((header) => {
      const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/s.exec(header) ?? [];
      if (name === '') throw wrongCall('--header takes a name and a value, as in: X-Team: tools');
      return [
        name.toLowerCase(),
        value.replace(/\$\{(\w+)\}/g, (_, variable: string) => process.env[variable] ?? ''),
      ] as const;
    }),
  ]);
}

const runners = /^(?:npx|bunx|pnpx|uvx|pipx|node|bun|deno|python[\d.]*|uv|docker|podman|sh|bash)$/;
const runnersWords: ReadonlySet<string> = new Set(['run', 'exec', 'dlx', 'tool', 'x']);

/** Never the name that the server gives itself. */
function serverName(call: CommandCall): string {
  const asked = textOption(call, 'name');
  if (asked !== undefined) return nameOf(asked);
  const [program = '', ...words] = call.arguments;
  const isRunner = runners.test(basename(program));
  const named = words.find((word) => !word.startsWith('-') && !runnersWords.has(word));
  return nameOf(packageName(isRunner ? (named ?? program) : program));
}

function nameOf(text: string): string {
  const server = plainName(text);
  if (server === '') throw wrongCall('give the server a name with --name');
  return server;
}

/** `@scope/server-memory@1.2` is `memory`. */
function packageName(word: string): string {
  const last = basename(word).replace(/@[^@]*$/, '');
  const plain = last.slice(0, last.length - extname(last).length || undefined);
  return plain.replace(/^(?:mcp-)?server-|-mcp$|^mcp-|-mcp-server$/g, '') || plain;
}
