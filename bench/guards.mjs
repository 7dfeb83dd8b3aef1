// What the guards that ship cost: all of them on each line of the corpus, and on lines that are made to take long.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hooks } from 'hookline';
import * as builtin from 'hookline/builtin';
import { corpus } from '../scripts/guards-corpus.mjs';
import { printBars, printTable } from './report.mjs';

const cwd = mkdtempSync(join(tmpdir(), 'guards-'));
writeFileSync(join(cwd, 'package.json'), '{}');

const guards = ['destructiveCommands', 'secrets', 'protectedFiles', 'pathPermissions'];
const asked = process.argv.find((word) => word.startsWith('--only='))?.slice(7);
const present = guards.filter((name) => name in builtin && (asked === undefined || asked === name));
const hooks = new Hooks({ base: { cwd } });
for (const name of present)
  hooks.on('PreToolUse', { name, guard: true }, /** @type {any} */ (builtin)[name]());

/** @param {string} command */
async function judged(command) {
  const start = performance.now();
  const outcome = await hooks.fire('PreToolUse', {
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: '1',
  });
  return { ms: performance.now() - start, decision: outcome.decision };
}

/** Lines for which a process looks at a repository. */
const looks =
  /\bgit\b[^;|&]*(?:reset|clean|checkout|restore|switch|stash|branch|update-ref)|alias\.|\$\{?GIT\b/;

const lines = corpus().map(({ command }) => command);
const rounds = 5;
/** Of each line the best of a few rounds: what else the machine does is not the guards' cost. The first warms up.
 * Between two of them others are judged, since the last reading of a line is kept for a moment.
 * @param {readonly string[]} commands @param {number} count */
async function best(commands, count) {
  const found = commands.map((command) => ({
    command,
    ms: Number.POSITIVE_INFINITY,
    decision: /** @type {unknown} */ (null),
  }));
  for (let round = 0; round <= count; round += 1) {
    for (const one of found) {
      await judged(`echo ${round}`);
      const { ms, decision } = await judged(one.command);
      if (round > 0 && ms < one.ms) Object.assign(one, { ms, decision });
    }
  }
  return found;
}
const all = await best(lines, rounds);

/** @param {readonly { ms: number }[]} own @param {number} share */
function at(own, share) {
  const sorted = own.map(({ ms }) => ms).sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

const plain = all.filter(({ command }) => !looks.test(command));
const looking = all.filter(({ command }) => looks.test(command));
const ms = (/** @type {number} */ value) => `${value.toFixed(3)} ms`;

/** @type {Record<string, string>} */
const hostile = {
  'substitutions in each other': `${'echo $('.repeat(2000)}rm -rf /${')'.repeat(2000)}`,
  'open substitutions': 'echo $('.repeat(20_000),
  'open braces': `rm -rf ${'{a,'.repeat(20_000)}`,
  'braces that multiply': `rm -rf ${'{a,b}'.repeat(40)}`,
  'many commands': 'rm -rf dist; '.repeat(20_000),
  'many removals': 'rm a; '.repeat(5000),
  'many paths': `rm ${Array.from({ length: 5000 }, (_, at) => `a${at}/b`).join(' ')}`,
  'a long word': `rm -rf ${'a'.repeat(500_000)}`,
  'many quotes': `rm -rf ${`"a"'b'`.repeat(50_000)}`,
  'long code': `python3 -c "${'os.system(x);'.repeat(20_000)}"`,
  'many calls in code': `python3 -c "${"os.system('ls');".repeat(1200)}"`,
  'code in code': `python3 -c "import os; os.system('${'python3 -c \\"os.system('.repeat(200)}"`,
  'functions that call each other': 'f() { g; g; }; g() { f; f; }; f',
  'many variables': `${Array.from({ length: 5000 }, (_, at) => `a${at}=$a${at - 1}$a${at - 1}`).join('; ')}; $a4999`,
};
const hostileRows = (await best(Object.values(hostile), 3)).map(({ ms: took, decision }, index) => ({
  name: Object.keys(hostile)[index],
  took,
  decision,
}));

console.log(`Guards: ${present.join(', ')}; ${lines.length} lines, best of ${rounds} rounds\n`);
printBars([
  { work: 'a line, p50', measured: ms(at(plain, 0.5)), bar: '≤ 0.5 ms', isMet: at(plain, 0.5) <= 0.5 },
  { work: 'a line, p99', measured: ms(at(plain, 0.99)), bar: '≤ 2 ms', isMet: at(plain, 0.99) <= 2 },
  ...hostileRows.map(({ name, took, decision }) => ({
    work: `hostile: ${name}`,
    measured: `${ms(took)}, ${decision ?? 'no objection'}`,
    bar: '≤ 100 ms',
    isMet: took <= 100,
  })),
]);
console.log();
printTable(
  ['lines', 'count', 'p50, ms', 'p99, ms', 'longest, ms'],
  [
    [
      'that need no look',
      String(plain.length),
      ...[0.5, 0.99, 0.9999].map((share) => at(plain, share).toFixed(3)),
    ],
    [
      'that look at a repository by git',
      String(looking.length),
      ...[0.5, 0.99, 0.9999].map((share) => at(looking, share).toFixed(3)),
    ],
  ],
);
if (process.argv.includes('--slowest'))
  for (const { ms: took, command } of [...plain].sort((left, right) => right.ms - left.ms).slice(0, 20))
    console.log(took.toFixed(2), JSON.stringify(command));
rmSync(cwd, { recursive: true });
process.exit(0);
