// What it costs to start the command line, beside starting Node alone.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printBars, ratioRow } from './report.mjs';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const rounds = 25;

/** @param {string[]} words */
function once(words) {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, words, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

/** @type {number[]} */
const ratios = [];
for (let round = 0; round < rounds; round += 1) ratios.push(once([main, '--version']) / once(['-e', '0']));
ratios.sort((left, right) => left - right);
const at = (/** @type {number} */ share) => ratios[Math.floor(rounds * share)] ?? 0;

console.log('The command line\n');
printBars([
  ratioRow('hookline --version', { ratio: at(0.5), low: at(0.25), high: at(0.75) }, 1.3, 'node -e 0'),
]);
