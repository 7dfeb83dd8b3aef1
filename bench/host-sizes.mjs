// A host of a given size that runs commands when it is told to, and says how long each took and how long its event loop
// stood still. Run by bench/handlers.mjs: `node host-sizes.mjs MEGABYTES`.
import { spawn } from 'node:child_process';
import { importSource } from '../scripts/import-source.mjs';

/** @type {typeof import('./host-parts.ts')} */
const { Hooks, command, setLauncherMode } = await importSource('../bench/host-parts.ts');
const [megabytes = '0'] = process.argv.slice(2);
const event = { tool_name: 'Bash', tool_input: { command: 'x'.repeat(200) }, tool_use_id: 'call-1' };
const text = JSON.stringify(event);
const env = { PATH: process.env['PATH'] ?? '' };
const ballast = Array.from({ length: Number(megabytes) / 64 }, () => Buffer.alloc(64 * 1024 * 1024, 1));

function raw() {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', 'cat >/dev/null'], { env });
    child.stdout.on('data', () => {});
    child.stderr.on('data', () => {});
    child.on('close', resolve);
    child.stdin.end(text);
  });
}

const hooks = new Hooks();
hooks.on('PreToolUse', command('cat >/dev/null'));

async function hook() {
  const { runs } = await hooks.fire('PreToolUse', event);
  if (runs[0]?.status !== 'ok') throw new Error(runs[0]?.error ?? 'did not run');
}

/** The longest time for which a timer of 1 ms did not get its turn while `work` was under way. */
async function watchLoop(/** @type {() => Promise<unknown>} */ work) {
  let last = performance.now();
  let longest = 0;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  };
  const timer = setInterval(look, 1);
  await new Promise((resolve) => setTimeout(resolve, 3));
  longest = 0;
  const start = performance.now();
  await work();
  const total = performance.now() - start;
  look();
  clearInterval(timer);
  return { total, block: longest };
}

/** Makes the next commands start in that way; the launcher takes a moment to come up. */
async function prepare(/** @type {string} */ way) {
  if (way === 'raw') return;
  setLauncherMode(way === 'launcher' ? 'always' : 'never');
  if (way !== 'launcher') return;
  await hook();
  await new Promise((resolve) => setTimeout(resolve, 300));
}

let current = '';
process.on('message', async (/** @type {{ way: string, parallel: number, samples: number }} */ order) => {
  if (order.way !== current) await prepare(order.way);
  current = order.way;
  const work = order.way === 'raw' ? raw : hook;
  // Looked at here, so that it is not collected as garbage.
  if (ballast.some((part) => part[0] !== 1)) throw new Error('the ballast is gone');
  const results = [];
  for (let index = 0; index < order.samples; index += 1) {
    results.push(await watchLoop(() => Promise.all(Array.from({ length: order.parallel }, work))));
  }
  process.send?.(results);
});

process.send?.({ megabytes: Math.round(process.memoryUsage.rss() / 1024 / 1024), parts: ballast.length });
