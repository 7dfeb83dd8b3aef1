import { withVariables } from '../../../config/claude-settings/mcp-file.ts';
import { shortPath } from '../../../config/source/problem.ts';
import { messageOf } from '../../../engine/values/text.ts';
import { readIfThere } from '../../../files/take-file.ts';
import { type McpFile, mcpFiles } from '../../../gateway/install/mcp/mcp-files.ts';
import { hooklineProgram } from '../../../gateway/install/mcp/mcp-plan.ts';
import { type ServerEntry, serverEntries } from '../../../gateway/install/mcp/server-entries.ts';
import { headerVariable, plainName, reached } from '../../../gateway/install/mcp/wrap-server.ts';
import {
  type SeenServer,
  seenServers,
  serverKey,
  stdioIdentity,
  urlIdentity,
} from '../../../gateway/mcp/pins.ts';
import { revealed } from '../../../gateway/mcp/poison.ts';
import { connectMcpServers } from '../../../mcp/mcp.ts';
import { hostEnvironment } from '../../../processes/host-environment.ts';
import { type CommandCall, wrongCall } from '../../command.ts';
import { confirms } from '../../input/confirms.ts';
import { counted } from '../../show/show-problem.ts';
import { requireNoAgent, whyNoPerson } from '../people/person.ts';
import { offerChanges, type ServerReview, showChangedOffers } from './trust-mcp.ts';

/** A server that an agent is configured with. */
interface Configured {
  readonly mcpFile: McpFile;
  readonly entry: ServerEntry;
  readonly isWrapped: boolean;
  /** Its command, or its address. */
  readonly runs: string | readonly string[];
  readonly key: string;
}

/** `hookline mcp scan` */
export async function runMcpScan(call: CommandCall): Promise<number> {
  const { arguments: words, isJson, options, signal, terminal } = call;
  if (words.length > 1)
    throw wrongCall('hookline mcp scan takes no words; a program called scan: hookline mcp -- scan');
  const problems: string[] = [];
  const servers = await configuredServers(problems);
  const known = new Set(seenServers().map(({ key }) => key));
  const unknown = servers.filter(({ key }) => !known.has(key));
  if (options['start'] === true) requireNoAgent('hookline mcp scan --start');
  const mayAsk = !isJson && unknown.length > 0 && whyNoPerson('hookline mcp scan') === null;
  const question = `Start ${counted(unknown.length, 'MCP server')} to see what they offer?`;
  const isStarting = options['start'] === true || (mayAsk && (await confirms(question, signal)));
  for (const server of isStarting ? (options['start'] === true ? servers : unknown) : [])
    problems.push(...(await start(server, signal)));
  const seen = seenServers();
  const rows = servers.map((server) => ({ server, review: reviewOf(server.key, seen) }));
  const isFine = rows.every(({ server, review }) => server.isWrapped && review?.changes.length === 0);
  const exitCode = isFine && problems.length === 0 ? 0 : 1;
  if (isJson) return terminal.printJson({ servers: rows.map(dataOf), problems }, exitCode);
  const { dim, green, red, yellow } = terminal.colors;
  if (rows.length === 0) terminal.print(dim('no agent here is configured with an MCP server'));
  for (const { server, review } of rows) {
    const { mcpFile, entry, isWrapped, runs } = server;
    const behind = isWrapped ? green('behind hookline') : yellow('not behind hookline');
    const what = dim(revealed(`${shortPath(mcpFile.file)}: ${[runs].flat().join(' ')}`));
    terminal.print(`${revealed(entry.name)} of ${mcpFile.title} is ${behind} ${what}`);
    if (review === null)
      terminal.print(dim('  what it offers is unknown; to see it: hookline mcp scan --start'));
    else {
      const offers = Object.keys(review.seen.offers).map((offer) => offer.trim());
      terminal.print(`  offers ${revealed(offers.join(', ')) || 'nothing'}`);
      showChangedOffers(review, call);
    }
  }
  for (const problem of problems) terminal.print(red(`! ${revealed(problem)}`));
  return exitCode;
}

function reviewOf(key: string, servers: readonly SeenServer[]): ServerReview | null {
  const seen = servers.find((server) => server.key === key);
  return seen === undefined ? null : { seen, changes: offerChanges(seen, servers) };
}

function dataOf({
  server,
  review,
}: {
  readonly server: Configured;
  readonly review: ServerReview | null;
}): object {
  const { mcpFile, entry, isWrapped, runs } = server;
  const { agent, scope, file } = mcpFile;
  const offers = review === null ? null : Object.keys(review.seen.offers).map((offer) => offer.trim());
  return { server: entry.name, agent, scope, file, runs, isWrapped, offers, changes: review?.changes ?? [] };
}

async function configuredServers(problems: string[]): Promise<readonly Configured[]> {
  const servers: Configured[] = [];
  for (const mcpFile of mcpFiles(process.cwd())) {
    try {
      for (const entry of serverEntries(mcpFile, (await readIfThere(mcpFile.file)) ?? '')) {
        const { command, url, isWrapped } = reached(entry, mcpFile);
        const runs = url === null ? command.map(withVariables) : withVariables(url);
        const isAddress = typeof runs === 'string' && URL.canParse(runs);
        const identity = isAddress
          ? urlIdentity(new URL(runs))
          : stdioIdentity([runs].flat(), folderOf(entry));
        servers.push({ mcpFile, entry, isWrapped, runs, key: serverKey(identity) });
      }
    } catch (problem) {
      problems.push(`${shortPath(mcpFile.file)} can't be read: ${messageOf(problem)}`);
    }
  }
  return servers;
}

function folderOf({ value: { cwd } }: ServerEntry): string {
  return typeof cwd === 'string' ? withVariables(cwd) : process.cwd();
}

/** Behind hookline, which notes what it offers. Returns what went wrong. */
async function start({ mcpFile, entry, runs }: Configured, signal: AbortSignal): Promise<readonly string[]> {
  const { [mcpFile.shape.env]: variables, headers } = entry.value;
  const named = Object.entries(headers ?? {}).map(([name, value]) => [headerVariable(name), value] as const);
  const given = [...Object.entries(variables ?? {}), ...named].map(([name, value]) => [
    name,
    withVariables(String(value)),
  ]);
  const env = hostEnvironment({ inherit: true, env: Object.fromEntries(given) });
  const [command = '', ...words] = hooklineProgram('user', '');
  const server = plainName(entry.name);
  const target = typeof runs === 'string' ? ['--url', runs] : ['--', ...runs];
  const args = [...words, 'mcp', '--name', server, ...target];
  const config = { [server]: { command, args, env, cwd: folderOf(entry) } };
  const { problems, close } = await connectMcpServers(config, { signal });
  await close();
  return problems.map(({ message }) => message);
}
