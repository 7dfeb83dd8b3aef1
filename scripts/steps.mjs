// Runs npm scripts: `node scripts/steps.mjs build lint , vitest types`. A comma waits for all before it; between commas two
// run at a time, the first of them with its output as it comes. Stops at the first that fails, which the last line names.
import { spawn } from 'node:child_process';

const atATime = 2;
// The native compiler, which is written in Go, spends a third of its time on memory that nobody else asks for.
const env = { GOGC: '400', ...process.env };
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => stop(`STOPPED by ${signal}`));

for (const group of process.argv.slice(2).join(' ').split(' , ')) await runGroup(group.split(' '));
console.log('\n== all steps passed');

/** @param {string[]} steps */
async function runGroup([first = '', ...rest]) {
  const lanes = Array.from({ length: atATime }, async (_, lane) => {
    if (lane === 0) await run(first, 'inherit');
    for (let step = rest.shift(); step !== undefined; step = rest.shift()) await run(step, 'pipe');
  });
  await Promise.all(lanes);
}

/**
 * @param {string} step
 * @param {'inherit' | 'pipe'} stdio
 */
async function run(step, stdio) {
  if (stdio === 'inherit') console.log(`\n== ${step}`);
  const startedAt = performance.now();
  // In a group of its own, so that all of it can be ended when another step fails.
  const child = spawn('npm', ['run', '--silent', step], {
    env,
    stdio: ['ignore', stdio, stdio],
    detached: true,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const status = await new Promise((resolve) => child.on('close', resolve));
  running.delete(child);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${stdio === 'pipe' ? `\n== ${step}\n${output}` : ''}== ${step}: ${seconds} s`);
  if (status !== 0) stop(`FAILED: ${step}. Run it alone with: npm run ${step}`);
}

/** @param {string} why */
function stop(why) {
  // The compiler goes on for long after SIGTERM. What tests leave behind, their run cleans up, however it ends.
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  console.error(`\n== ${why}`);
  process.exit(1);
}
