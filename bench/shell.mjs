// What it costs to read shell text: ordinary lines, and how the cost grows with length and nesting.

import { importSource } from '../scripts/import-source.mjs';
import { printTable } from './report.mjs';

/** @type {typeof import('../src/shell/read/read-shell.ts')} */
const { readShell } = await importSource('shell/read/read-shell.ts');

const ordinary = [
  'git status',
  'npm ci && npm test',
  'npm run build 2>&1 | tail -20',
  'git add -A && git commit -m "Say what it costs"',
  "git commit -m \"$(cat <<'EOF'\nfix: it's done\nEOF\n)\"",
  'grep -rn "needle" src --include=*.ts | head -20',
  'for f in src/*.ts; do wc -l "$f"; done',
  'find . -name "*.ts" -not -path "./node_modules/*" | xargs grep -l foo',
  'cd packages/a && npx vitest run test/x.test.ts',
  'python3 -c "import json; print(json.dumps({}))"',
  'docker compose exec web sh -c "npm run migrate"',
  'sed -i "s/a/b/g" src/a.ts && git diff --stat',
  'if [ -f .env ]; then source .env; fi',
  'curl -s http://127.0.0.1:3000/health | jq .status',
  'mkdir -p out && cat > out/a.json <<EOF\n{"a": 1}\nEOF',
];

/** @param {string} line @param {number} rounds */
function times(line, rounds) {
  const all = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    // The last reading is kept: no two in a row are the same.
    readShell(round % 2 === 0 ? line : `${line} `);
    all.push(performance.now() - start);
  }
  return all.sort((left, right) => left - right);
}

for (const line of ordinary) times(line, 50);
const all = ordinary.flatMap((line) => times(line, 200)).sort((left, right) => left - right);
const at = (/** @type {number} */ share) => all[Math.floor(all.length * share)] ?? 0;
const bar = 0.2;
console.log('Reading shell text\n');
console.log(
  `  ordinary lines: p50 ${at(0.5).toFixed(3)} ms, p99 ${at(0.99).toFixed(3)} ms; bar p50 < ${bar} ms  ${at(0.5) < bar ? 'met' : 'MISSED'}\n`,
);

/** @type {Record<string, (size: number) => string>} */
const growing = {
  'commands in a row': (size) => 'echo a; '.repeat(size),
  'letters of one word': (size) => `echo ${'a'.repeat(size * 8)}`,
  'lines of a here-document': (size) => `cat <<'EOF'\n${'a line\n'.repeat(size)}EOF`,
  'substitutions in each other': (size) => `${'echo $('.repeat(size / 10)}a${')'.repeat(size / 10)}`,
  'open braces': (size) => '{a,'.repeat(size),
};
const sizes = [10, 100, 1000, 10_000];
printTable(
  ['median of 5, ms', ...sizes.map(String)],
  Object.entries(growing).map(([name, make]) => [
    name,
    ...sizes.map((size) => (times(make(size), 5)[2] ?? 0).toFixed(2)),
  ]),
);
