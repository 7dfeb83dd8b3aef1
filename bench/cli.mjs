// What CPU time it costs to start the command line, beside starting Node alone.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printBars, printTable, ratioRow } from './report.mjs';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const rounds = 25;
const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-'));
const config = 'hooks: { PreToolUse: [{ name: one, type: command, handler: "true" }] }\n';
writeFileSync(join(folder, 'hookline.yaml'), config);
const guard = 'hooks: { PreToolUse: [{ name: one, type: builtin, handler: destructive-commands }] }\n';
writeFileSync(join(folder, 'guard.yaml'), guard);
const script = 'turns: [{ tools: [{ name: Bash, input: { command: "true" } }] }, { text: Done. }]\n';
writeFileSync(join(folder, 'script.yaml'), script);
writeFileSync(join(folder, 'event.json'), '{ "tool_name": "Bash", "tool_input": { "command": "ls" } }');

/** @type {Record<string, string[]>} */
const calls = {
  'node -e 0': ['-e', '0'],
  'hookline --version': [main, '--version'],
  'hookline points': [main, 'points'],
  'hookline fire, one command hook': [main, 'fire', 'PreToolUse', '--input', 'event.json'],
  'hookline fire, one guard': [main, 'fire', 'PreToolUse', '--input', 'event.json', '-c', 'guard.yaml'],
  'hookline validate': [main, 'validate'],
  'hookline run, one tool call': [main, 'run', '--script', 'script.yaml', 'Go'],
};

/**
 * The CPU seconds of a process and of all that it starts: on a busy machine the clock says nothing.
 * @param {string[]} words
 */
function once(words) {
  const line = '"$@" >/dev/null 2>&1 || exit; times';
  const options = /** @type {const} */ ({ encoding: 'utf8', cwd: folder });
  const { status, stdout } = spawnSync('/bin/sh', ['-c', line, 'sh', process.execPath, ...words], options);
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}`);
  // The shell's own times, then those of its children: `0m0.050s 0m0.010s`, for the program and for the system.
  const [, ofChildren = ''] = stdout.split('\n');
  const times = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)];
  return times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

/** @type {Map<string, number[]>} */
const times = new Map(Object.keys(calls).map((name) => [name, []]));
// Side by side, so that whatever disturbs the machine disturbs all.
for (let round = 0; round < rounds; round += 1) {
  for (const [name, words] of Object.entries(calls)) times.get(name)?.push(once(words));
}
rmSync(folder, { recursive: true });

/** @param {string} name */
function beside(name) {
  const base = times.get('node -e 0') ?? [];
  const ratios = (times.get(name) ?? []).map((time, round) => time / (base[round] ?? 1));
  ratios.sort((left, right) => left - right);
  const at = (/** @type {number} */ share) => ratios[Math.floor(rounds * share)] ?? 0;
  return { ratio: at(0.5), low: at(0.25), high: at(0.75) };
}

console.log('The command line\n');
printBars([ratioRow('hookline --version', beside('hookline --version'), 1.3, 'node -e 0')]);
console.log();
printTable(
  ['to know', 'beside node -e 0'],
  Object.keys(calls)
    .slice(2)
    .map((name) => [name, `${beside(name).ratio.toFixed(2)}×`]),
);
