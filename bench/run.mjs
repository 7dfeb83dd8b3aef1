// `npm run bench [NAME…]`: each benchmark in a process of its own, so that none disturbs another's heap.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const support = new Set(['run', 'measure', 'report', 'host-sizes', 'node24']);
const folder = fileURLToPath(new URL('.', import.meta.url));
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -4))
  .filter((name) => !support.has(name));

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !all.includes(name));
if (unknown !== undefined) {
  console.error(`no benchmark is named "${unknown}"; there are ${all.join(', ')}`);
  process.exit(1);
}

console.log(`Node ${process.version}\n`);
for (const name of asked.length > 0 ? asked : all) {
  const { status } = spawnSync(process.execPath, [`${folder}${name}.mjs`], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  console.log();
}
