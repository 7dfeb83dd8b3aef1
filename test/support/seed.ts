import fc from 'fast-check';

/** All random tests of a run start from this number. HOOKLINE_SEED repeats a run. */
const seed: number = readSeed(process.env['HOOKLINE_SEED']);

fc.configureGlobal({ seed });

/** fast-check, with the seed of this run. */
export { fc };

/** Whether this is a long run: `npm run test:long`. */
export const isLong: boolean = process.env['HOOKLINE_LONG'] === '1';

/** How often a random test runs: as often as it says, and 200 times as often with HOOKLINE_LONG=1. */
export function runs(number: number, inLongRuns: number = 200 * number): number {
  return isLong ? inLongRuns : number;
}

/**
 * Every second, or third, of a list, others in each run; all of it in a long run. Whoever takes turns, from 0 on, comes
 * to all of it in every run.
 */
export function everyNth<T>(
  list: readonly T[],
  step: number,
  { salt = 0, turn = 0 }: { readonly salt?: number; readonly turn?: number } = {},
): readonly T[] {
  const first = (Math.floor(randomNumbers(salt)() * step) + turn) % step;
  return isLong ? list : list.filter((_, at) => at % step === first);
}

/** Numbers between 0 and 1 that follow from the seed; another salt gives others. */
export function randomNumbers(salt = 0): () => number {
  let state = (seed ^ Math.imul(salt, 0x9e37_79b1)) >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function readSeed(text: string | undefined): number {
  const number = Number(text);
  if (!text || !Number.isSafeInteger(number))
    throw new Error(`HOOKLINE_SEED is a whole number, not "${text}"`);
  return number;
}
