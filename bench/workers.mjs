// What a hook costs that runs in a Python worker, in a module, in a thread or behind HTTP, beside starting Python for
// every call. Python is started as it is found, which may be a shim, and as the binary behind it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hooks } from 'hookline';
import { http, jsModule, python } from 'hookline/handlers';
import { printBars, printTable } from './report.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

writeFileSync(
  join(folder, 'rules.py'),
  'def check(event):\n    return None\nasync def later(event):\n    return None\n',
);
writeFileSync(join(folder, 'rules.mjs'), 'export default () => undefined;\n');
const setting = { directory: folder };

const server = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = /** @type {import('node:net').AddressInfo} */ (server.address());

/** @param {import('hookline/handlers').HookFunction} handler */
function firing(handler) {
  const hooks = new Hooks();
  hooks.on('PreToolUse', handler);
  const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'call-1' };
  return async () => {
    const { runs } = await hooks.fire('PreToolUse', call);
    if (runs[0]?.status !== 'ok') throw new Error(runs[0]?.error ?? 'failed');
  };
}

const found = execFileSync('sh', ['-c', 'command -v python3'], { encoding: 'utf8' }).trim();
const real = execFileSync(found, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

/** @param {string} command */
const starting = (command) => async () => void spawnSync(command, ['-c', 'pass']);

/** @type {Record<string, { run: () => Promise<void>, times: number, first?: number }>} */
const cases = {
  'python, def': { run: firing(python('rules.check', setting)), times: 3000 },
  'python, async def': { run: firing(python('rules.later', setting)), times: 3000 },
  'module in the host': { run: firing(jsModule('./rules.mjs', setting)), times: 3000 },
  'module in a thread': { run: firing(jsModule('./rules.mjs', { ...setting, isolate: true })), times: 3000 },
  'http, kept connection': {
    run: firing(http(`http://127.0.0.1:${address.port}/`, setting)),
    times: 3000,
  },
  'python3 -c pass, as found': { run: starting(found), times: 20 },
  'python3 -c pass, real binary': { run: starting(real), times: 40 },
};

/** @type {Map<string, { p50: number, p95: number }>} */
const results = new Map();
/** @type {string[][]} */
const rows = [];
for (const [name, { run, times }] of Object.entries(cases)) {
  const first = await time(run);
  for (let index = 0; index < times / 10; index += 1) await run();
  const samples = [];
  for (let index = 0; index < times; index += 1) samples.push(await time(run));
  samples.sort((left, right) => left - right);
  const p50 = samples[Math.floor(times * 0.5)] ?? 0;
  const p95 = samples[Math.floor(times * 0.95)] ?? 0;
  results.set(name, { p50, p95 });
  rows.push([name, ...[first, p50, p95].map((ms) => `${ms.toFixed(3)} ms`)]);
}
server.close();
server.closeAllConnections();

/** @param {() => Promise<void>} run */
async function time(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

printTable(['one call', 'first', 'p50', 'p95'], rows);
console.log();
const own = results.get('python, def')?.p50 ?? Number.POSITIVE_INFINITY;
printBars(
  ['python3 -c pass, as found', 'python3 -c pass, real binary'].map((name) => {
    const times = (results.get(name)?.p50 ?? 0) / own;
    return {
      work: `a call in Python against ${name}`,
      measured: `${times.toFixed(0)}× faster`,
      bar: '≥ 100×',
      isMet: times >= 100,
    };
  }),
);
