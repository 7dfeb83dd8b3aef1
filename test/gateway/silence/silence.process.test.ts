import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ended } from '../../support/command-line/cli.ts';
import { isLong, randomNumbers } from '../../support/seed.ts';
import { allWays } from './all-ways.ts';
import { heard } from './heard.ts';
import { noMounts } from './machine.ts';
import type { GuardKind, Way } from './way.ts';
import { World } from './world.ts';

const everyWay = Object.values(allWays).flat();
const random = randomNumbers(16);

/** The ways of this run, which follow from its seed, since each costs a start of Node: one of what is done to each thing. */
const tried = isLong
  ? everyWay
  : Object.values(allWays).flatMap((ways) => ways[Math.floor(random() * ways.length)] ?? []);

/** Worlds to copy, one for each kind of guard. */
const patterns = new Map<GuardKind, World>();
const endings = new Map<Way, Ended>();
const problems = new Map<Way, unknown>();

function patternOf(guard: GuardKind): World {
  const made = patterns.get(guard) ?? new World(guard);
  patterns.set(guard, made);
  return made;
}

/** Why a way cannot be tried on this machine; null when it can. */
function obstacleTo({ obstacle = null, guard }: Way): string | null {
  return obstacle ?? (guard === 'managed' ? noMounts : null);
}

async function tryOut(way: Way): Promise<void> {
  const { guard = 'rule', trusted = false, does, calls } = way;
  const world = new World(guard, patternOf(guard));
  try {
    await does?.(world);
    if (trusted) world.trust();
    endings.set(way, await world.call(await calls?.(world)));
  } catch (problem) {
    problems.set(way, problem);
  } finally {
    await world.close();
  }
}

beforeAll(async () => {
  const left = tried.filter((way) => obstacleTo(way) === null);
  const next = async (): Promise<void> => {
    for (let way = left.pop(); way !== undefined; way = left.pop()) await tryOut(way);
  };
  await Promise.all([next(), next()]);
});

afterAll(async () => {
  for (const world of patterns.values()) await world.close();
});

describe(`nobody silences a guard who would (HOOKLINE_SEED=${process.env['HOOKLINE_SEED']})`, () => {
  const possible = tried.filter((way) => obstacleTo(way) === null);

  it.each(possible.map((way) => [way.what, way] as const))('%s', (_, way) => {
    const ended = endings.get(way);
    if (ended === undefined) throw problems.get(way);
    expect({ ...ended, heard: heard(ended) }).toEqual({ ...ended, heard: way.ending ?? 'refused' });
  });

  it.skip.each(
    tried.flatMap((way) => (obstacleTo(way) === null ? [] : [`${way.what} (skipped: ${obstacleTo(way)})`])),
  )('%s', () => undefined);
});

describe('the worlds in which guards are silenced', () => {
  const kinds = [...new Set(tried.map(({ guard = 'rule' }) => guard))].filter(
    (guard) => guard !== 'managed' || noMounts === null,
  );

  it.each(kinds)('let other commands pass: a guard of the kind %s', async (guard) => {
    const world = patternOf(guard);
    const ended = await world.call({ input: world.payload('ls') });
    // A guard without its server refuses everything.
    expect({ ...ended, heard: heard(ended) }).toMatchObject({
      heard: guard === 'http' ? 'refused' : 'silence',
    });
  });
});
