import { pointNamed } from '../../engine/points/point.ts';
import type { PointName } from '../../engine/points/point-types.ts';
import type { AgentProduct, Verb } from '../agents/agent-product.ts';

/** What is said where an event has no words for something: the first that it has, never less. */
const instead: Readonly<Record<Verb, readonly Verb[]>> = {
  deny: ['halt'],
  ask: ['deny', 'halt'],
  modify: ['deny', 'suppress', 'halt'],
  suppress: ['halt'],
  halt: ['deny', 'suppress'],
  resume: [],
  allow: [],
  inject: [],
  notify: [],
};

/** The ways to say something, the plainest first. */
export function waysToSay(verb: Verb): readonly Verb[] {
  return [verb, ...instead[verb]];
}

/**
 * What hooks may ask for at a point and the agent cannot do there, by whatever words. Text for the model that an event cannot
 * carry waits for one that can.
 */
export function unsayable({ events }: AgentProduct, name: PointName): readonly Verb[] {
  const all = Object.values(events);
  const own = all.filter(({ point }) => point === name);
  const canTell = own.length > 0 && all.some(({ says }) => says.inject !== undefined);
  return pointNamed(name).admits.filter((verb) =>
    verb === 'inject'
      ? !canTell
      : !own.some(({ says }) => waysToSay(verb).some((way) => says[way] !== undefined)),
  );
}
