import { createContext, Script } from 'node:vm';

const maxMs = 50;
export const waitsMs: readonly number[] = [maxMs, 2 * maxMs, 4 * maxMs];
/** Of the time that is over, how much a reading must have had to be given up. */
const ownShare = 0.8;
/** What a parser may take long over: everything that opens something. */
const opening = /[{([`<]/g;
const maxPlainLength = 4096;
const maxPlainOpenings = 32;

let limited: { readonly script: Script; readonly context: { run: (() => void) | null } } | null = null;

/** Text that cannot take long, so that nobody need watch: a watch costs a thread, which is more than the reading. */
export function isOrdinary(text: string): boolean {
  return text.length <= maxPlainLength && (text.match(opening)?.length ?? 0) <= maxPlainOpenings;
}

/**
 * Does the work, and gives up when it takes too long. `interrupted`: the time was over, but others had the machine for some
 * of it.
 */
export function withinBudget(work: () => void, waitMs: number): 'done' | 'over' | 'interrupted' {
  limited ??= {
    script: new Script('run()'),
    context: createContext({ run: null }) as { run: (() => void) | null },
  };
  const { script, context } = limited;
  let problem: unknown = null;
  context.run = () => {
    try {
      work();
    } catch (error) {
      problem = error;
    }
  };
  const before = process.cpuUsage();
  try {
    script.runInContext(context, { timeout: waitMs });
  } catch {
    const { user, system } = process.cpuUsage(before);
    return user + system < maxMs * 1000 * ownShare ? 'interrupted' : 'over';
  } finally {
    context.run = null;
  }
  if (problem !== null) throw problem;
  return 'done';
}
