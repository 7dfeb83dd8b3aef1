// A host of a given size that starts processes when it is told to, and says how long each took and how long its event
// loop stood still. Run by bench/handlers.mjs: `node host-sizes.mjs BUILT-FOLDER MEGABYTES`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder = '', megabytes = '0'] = process.argv.slice(2);
const load = (/** @type {string} */ name) => import(pathToFileURL(join(folder, `${name}.js`)).href);
const { startProcess, setLauncherMode } = await load('start-process');
const { launcherInUse } = await load('shared-launcher');
const { startDirectly } = await load('start-directly');

const event = Buffer.from(JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'x'.repeat(200) } }));
const env = { PATH: process.env['PATH'] ?? '' };
const ballast = Array.from({ length: Number(megabytes) / 64 }, () => Buffer.alloc(64 * 1024 * 1024, 1));

function raw() {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', 'cat'], { env });
    child.stdout.on('data', () => {});
    child.stderr.on('data', () => {});
    child.on('close', resolve);
    child.stdin.end(event);
  });
}

/** @param {typeof import('../src/handlers/start-directly.ts').startDirectly} start */
async function through(start) {
  const spec = { file: 'sh', args: ['-c', 'cat'], cwd: process.cwd(), env };
  const running = start(spec, { stdout() {}, stderr() {} });
  running.write(event);
  await running.exited;
  await running.drained;
  running.release();
}

/** @type {Record<string, () => Promise<unknown>>} */
const ways = { raw, direct: () => through(startDirectly), launcher: () => through(startProcess) };

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

process.on('message', async (/** @type {{ way: string, parallel: number, samples: number }} */ order) => {
  const work = ways[order.way] ?? raw;
  const results = [];
  for (let index = 0; index < order.samples; index += 1) {
    results.push(await watchLoop(() => Promise.all(Array.from({ length: order.parallel }, work))));
  }
  process.send?.(results);
});

setLauncherMode('always');
while (launcherInUse() === null) {
  await through(startProcess);
  await new Promise((resolve) => setTimeout(resolve, 50));
}
process.send?.({ megabytes: Math.round(process.memoryUsage.rss() / 1024 / 1024), parts: ballast.length });
