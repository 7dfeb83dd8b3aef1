// What the proxy adds to an MCP server over stdio: per call, with many calls at a time, at the start, and in memory.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { median } from './measure.mjs';
import { printBars, printTable, ratioRow } from './report.mjs';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const server = fileURLToPath(new URL('../test/fixtures/mcp/both-eras.mjs', import.meta.url));
const calls = Number(process.env['HOOKLINE_BENCH_CALLS'] ?? 100_000);
const home = mkdtempSync(join(tmpdir(), 'hookline-bench-'));
const guards = ['destructive-commands', 'protected-files', 'secrets'].map(
  (name) => `{ name: ${name}, type: builtin, handler: ${name} }`,
);
writeFileSync(
  join(home, 'guards.yaml'),
  `hooks:\n  PreToolUse: [${guards.join(', ')}]\n  PostToolUse: [{ name: secrets-out, type: builtin, handler: secrets }]\n`,
);
const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_STATE_HOME: join(home, 'state') };

const ways = {
  bare: [server],
  proxied: [
    main,
    'mcp',
    '--name',
    'bench',
    '--no-pins',
    '--config',
    'guards.yaml',
    '--',
    process.execPath,
    server,
  ],
};

/** @param {keyof typeof ways} way */
async function connect(way) {
  const transport = new StdioClientTransport({ command: process.execPath, args: ways[way], cwd: home, env });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return { client, pid: Number(transport.pid) };
}

/** @param {Client} client */
const echo = (client) => client.callTool({ name: 'echo', arguments: { text: 'hello' } });

/** @param {number} of @returns {number} */
const residentMb = (of) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${of}/status`, 'utf8'))?.[1]) / 1024;

/** The proxy and its own process, not the server.
 * @param {number} pid */
const proxyMb = (pid) => {
  const own = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const worker = own.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('worker'));
  return [pid, ...worker].map(residentMb).reduce((one, other) => one + other, 0);
};

/** @type {Record<string, number[]>} */
const starts = { bare: [], proxied: [] };
for (let round = 0; round < 15; round += 1)
  for (const way of /** @type {const} */ (['bare', 'proxied'])) {
    const start = performance.now();
    const { client } = await connect(way);
    starts[way]?.push(performance.now() - start);
    await client.close();
  }

const bare = await connect('bare');
const proxied = await connect('proxied');
/** @type {Record<string, number[]>} */
const single = { bare: [], proxied: [] };
for (let index = 0; index < 2500; index += 1)
  for (const [way, { client }] of Object.entries({ bare, proxied })) {
    const start = performance.now();
    await echo(client);
    if (index >= 500) single[way]?.push(performance.now() - start);
  }

/** @param {Client} client @param {number} count */
async function together(client, count) {
  let left = count;
  const start = performance.now();
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      await echo(client);
    }
  };
  await Promise.all(Array.from({ length: 100 }, caller));
  return count / ((performance.now() - start) / 1000);
}

/** @type {Record<string, number[]>} */
const rates = { bare: [], proxied: [] };
for (let round = 0; round < 9; round += 1)
  for (const [way, { client }] of Object.entries({ bare, proxied })) {
    const rate = await together(client, 3000);
    if (round >= 2) rates[way]?.push(rate);
  }
const before = proxyMb(proxied.pid);
await together(proxied.client, calls);
const after = proxyMb(proxied.pid);
await bare.client.close();
await proxied.client.close();
rmSync(home, { recursive: true, force: true });

const of = (/** @type {Record<string, number[]>} */ all, /** @type {string} */ way) => median(all[way] ?? []);
const added = of(single, 'proxied') - of(single, 'bare');
const share = of(rates, 'proxied') / of(rates, 'bare');
const start = of(starts, 'proxied') / of(starts, 'bare');
console.log('An MCP server over stdio, with three guards and redaction\n');
printBars([
  { work: 'added to a call, p50', measured: `${added.toFixed(2)} ms`, bar: '≤ 1.5 ms', isMet: added <= 1.5 },
  {
    work: '100 calls at a time',
    measured: `${Math.round(100 * share)} % of the bare server's throughput`,
    bar: '≥ 80 %',
    isMet: share >= 0.8,
  },
  ratioRow(
    'start, to the end of the handshake',
    { ratio: start, low: start, high: start },
    1.5,
    'the server alone',
  ),
  {
    work: `memory over ${calls} calls`,
    measured: `${before.toFixed(0)} MB, then ${after.toFixed(0)} MB`,
    bar: '≤ 20 % more',
    isMet: after <= before * 1.2,
  },
]);
console.log();
printTable(
  ['to know', 'bare', 'proxied'],
  [
    ['a call, p50', `${of(single, 'bare').toFixed(2)} ms`, `${of(single, 'proxied').toFixed(2)} ms`],
    [
      'calls a second, 100 at a time',
      `${Math.round(of(rates, 'bare'))}`,
      `${Math.round(of(rates, 'proxied'))}`,
    ],
    ['start', `${of(starts, 'bare').toFixed(0)} ms`, `${of(starts, 'proxied').toFixed(0)} ms`],
  ],
);
