// What a command hook costs, whole firing included, in hosts of several sizes: `node bench/handlers.mjs [ROUNDS]`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

/** @typedef {{ total: number, block: number }} Sample */

const rounds = Number(process.argv[2] ?? 12);
const sizes = [
  { name: 'small', megabytes: 0, samples: 10 },
  { name: '1 GB', megabytes: 1024, samples: 4 },
  { name: '2 GB', megabytes: 2048, samples: 3 },
];
const cases = [
  { way: 'raw', parallel: 1 },
  { way: 'direct', parallel: 1 },
  { way: 'launcher', parallel: 1 },
  { way: 'raw', parallel: 10 },
  { way: 'direct', parallel: 10 },
  { way: 'launcher', parallel: 10 },
];

const hosts = await Promise.all(sizes.map((size) => startHost(size)));
const results = await measureAll(hosts);
for (const { host } of hosts) host.disconnect();
print(hosts, results);

async function startHost(/** @type {(typeof sizes)[number]} */ size) {
  const file = fileURLToPath(new URL('./host-sizes.mjs', import.meta.url));
  const host = fork(file, [String(size.megabytes)]);
  const [{ megabytes }] = await once(host, 'message');
  return { ...size, host, rss: megabytes };
}

/**
 * Takes turns: some samples of each case in each host, round after round, so that whatever disturbs the machine
 * disturbs all.
 * @param {Awaited<ReturnType<typeof startHost>>[]} hosts
 */
async function measureAll(hosts) {
  /** @type {Map<string, Sample[]>} */
  const results = new Map();
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, host, samples } of hosts) {
      for (const { way, parallel } of cases) {
        // Ten at a time in a large host, without the launcher, take a second.
        const count = parallel === 1 ? samples : Math.ceil(samples / 4);
        host.send({ way, parallel, samples: count });
        const [taken] = await once(host, 'message');
        const key = keyOf(name, way, parallel);
        if (round >= 0) results.set(key, [...(results.get(key) ?? []), ...taken]);
      }
    }
  }
  return results;
}

/**
 * @param {Awaited<ReturnType<typeof startHost>>[]} hosts
 * @param {Map<string, Sample[]>} results
 */
function print(hosts, results) {
  const figures = (/** @type {string} */ name, /** @type {string} */ way, /** @type {number} */ parallel) => {
    const samples = results.get(keyOf(name, way, parallel)) ?? [];
    const at = (/** @type {keyof Sample} */ what, /** @type {number} */ share) => {
      const sorted = samples.map((sample) => sample[what]).sort((left, right) => left - right);
      return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
    };
    return {
      p50: at('total', 0.5),
      p95: at('total', 0.95),
      block50: at('block', 0.5),
      block95: at('block', 0.95),
    };
  };

  for (const parallel of [1, 10]) {
    const base = figures('small', 'raw', parallel);
    console.log(
      `\n${parallel === 1 ? 'one' : parallel} × sh -c 'cat >/dev/null', in ms; ratios to raw spawn in the small host`,
    );
    console.log(row('host', 'way', 'p50', 'p95', 'block p50', 'block p95', 'ratio p50', 'ratio p95'));
    for (const { name, rss } of hosts) {
      for (const way of ['raw', 'direct', 'launcher']) {
        const own = figures(name, way, parallel);
        const cells = [own.p50, own.p95, own.block50, own.block95].map((ms) => ms.toFixed(1));
        const ratios = [own.p50 / base.p50, own.p95 / base.p95].map((ratio) => `${ratio.toFixed(2)}×`);
        console.log(row(`${name} (${rss} MB)`, way, ...cells, ...ratios));
      }
    }
  }

  const load = loadavg()[0] ?? 0;
  const busy = load > availableParallelism() ? ': too busy for its ratios to mean much' : '';
  console.log(`\nload ${load.toFixed(1)} on ${availableParallelism()} cores${busy}`);

  console.log('\nbars');
  const small = figures('small', 'direct', 1).p50;
  bar('a command hook, small host, against raw spawn', small / figures('small', 'raw', 1).p50, 1.1);
  bar(
    'a command hook, host of 1 GB, against the small host',
    figures('1 GB', 'launcher', 1).p50 / small,
    1.5,
  );
  bar(
    'a command hook, host of 2 GB, against the small host',
    figures('2 GB', 'launcher', 1).p50 / small,
    1.5,
  );
  const ten = figures('small', 'direct', 10).p50 / figures('small', 'raw', 10).p50;
  bar('10 command hooks at a time, against 10 raw spawns', ten, 1.3);
}

function bar(/** @type {string} */ what, /** @type {number} */ ratio, /** @type {number} */ limit) {
  const verdict = ratio <= limit ? 'holds' : 'MISSED';
  console.log(`${verdict.padEnd(7)} ${what}: ${ratio.toFixed(2)}×, at most ${limit}×`);
}

function row(/** @type {string[]} */ ...cells) {
  return cells.map((cell, index) => (index < 2 ? cell.padEnd(16) : cell.padStart(11))).join('');
}

function keyOf(/** @type {string} */ host, /** @type {string} */ way, /** @type {number} */ parallel) {
  return `${host} ${way} ${parallel}`;
}
