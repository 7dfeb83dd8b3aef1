/** @typedef {{ name: string, run: () => unknown }} Case */

const batchMs = 6;
const warmUpMs = 400;

/**
 * Measures cases side by side: batches of each are interleaved, so that whatever disturbs the machine disturbs all.
 * @param {Case[]} cases
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<Map<string, { ns: number, samples: number[] }>>} nanoseconds per call: the median, and every batch
 */
export async function measure(cases, { rounds = 31 } = {}) {
  /** @type {Map<string, { ns: number, samples: number[] }>} */
  const results = new Map();
  const sizes = new Map();
  for (const one of cases) {
    const perCall = await warmUp(one);
    sizes.set(one.name, Math.max(10, Math.round((batchMs * 1e6) / perCall)));
    results.set(one.name, { ns: 0, samples: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const one of cases) results.get(one.name)?.samples.push(await batch(one, sizes.get(one.name)));
  }
  for (const result of results.values()) result.ns = median(result.samples);
  return results;
}

/**
 * Runs a case until it has been compiled for good, so that no batch measures the compiler.
 * @param {Case} one
 */
async function warmUp(one) {
  const end = performance.now() + warmUpMs;
  let perCall = 1;
  while (performance.now() < end) perCall = await batch(one, 500);
  return perCall || 1;
}

/**
 * @param {Case} one
 * @param {number} count
 */
async function batch({ run }, count) {
  const start = process.hrtime.bigint();
  for (let index = 0; index < count; index += 1) {
    const result = run();
    if (result !== undefined) await result;
  }
  return Number(process.hrtime.bigint() - start) / count;
}

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * The ratio of two cases, with the spread of the middle half of the rounds.
 * @param {Map<string, { ns: number, samples: number[] }>} results
 * @param {string} name
 * @param {string} base
 */
export function ratio(results, name, base) {
  const own = results.get(name)?.samples ?? [];
  const other = results.get(base)?.samples ?? [];
  const ratios = own.map((sample, index) => sample / (other[index] ?? 1)).sort((left, right) => left - right);
  const at = (/** @type {number} */ share) => ratios[Math.floor(ratios.length * share)] ?? 0;
  return { ratio: at(0.5), low: at(0.25), high: at(0.75) };
}
