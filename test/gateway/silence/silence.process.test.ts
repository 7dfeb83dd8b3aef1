import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ended } from '../../support/command-line/cli.ts';
import { allWays } from './all-ways.ts';
import { heard } from './heard.ts';
import { noMounts } from './machine.ts';
import type { CallChange, GuardKind, Way } from './way.ts';
import { World } from './world.ts';

const everyWay = Object.values(allWays).flat();

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

function isInside({ inside = false, guard }: Way, { around }: CallChange = {}): boolean {
  return inside && around === undefined && guard !== 'managed';
}

async function tryOut(way: Way): Promise<void> {
  const { guard = 'rule', trusted = false, does, calls } = way;
  const world = new World(guard, patternOf(guard));
  try {
    await does?.(world);
    if (trusted) await world.trust();
    const change = await calls?.(world);
    endings.set(way, isInside(way, change) ? await world.ask(change) : await world.call(change));
  } catch (problem) {
    problems.set(way, problem);
  } finally {
    await world.close();
  }
}

beforeAll(async () => {
  const left = everyWay.filter((way) => obstacleTo(way) === null);
  const tryAll = async (ways: Way[]): Promise<void> => {
    for (let way = ways.shift(); way !== undefined; way = ways.shift()) await tryOut(way);
  };
  const lines = left.filter((way) => !way.inside);
  await Promise.all([tryAll(left.filter((way) => way.inside)), tryAll(lines), tryAll(lines), tryAll(lines)]);
});

afterAll(async () => {
  for (const world of patterns.values()) await world.close();
});

describe('no way silences a guard', () => {
  const possible = everyWay.filter((way) => obstacleTo(way) === null);

  it.each(possible.map((way) => [way.what, way] as const))('%s', (_, way) => {
    const ended = endings.get(way);
    if (ended === undefined) throw problems.get(way);
    expect({ ...ended, heard: heard(ended) }).toEqual({ ...ended, heard: way.ending ?? 'refused' });
  });

  it.skip.each(
    everyWay.flatMap((way) =>
      obstacleTo(way) === null ? [] : [`${way.what} (skipped: ${obstacleTo(way)})`],
    ),
  )('%s', () => undefined);
});

describe('the worlds in which guards are silenced', () => {
  const kinds = [...new Set(everyWay.map(({ guard = 'rule' }) => guard))].filter(
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
