import { pointNamed } from '../../engine/points/point.ts';
import type { PointName } from '../../engine/points/point-types.ts';
import type { AgentProduct, NativeEvent, Verb } from '../agents/agent-product.ts';

/** Fallbacks where an event can't express an effect: never weaker. */
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

export function waysToSay(verb: Verb): readonly Verb[] {
  return [verb, ...instead[verb]];
}

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

export type Abilities = ReadonlyMap<Verb, Verb | null>;

export function abilitiesAt({ point, says }: NativeEvent): Abilities {
  const verbs: readonly Verb[] = pointNamed(point).admits;
  return new Map(verbs.map((verb) => [verb, waysToSay(verb).find((way) => says[way] !== undefined) ?? null]));
}

export function eventsAt(
  { events }: AgentProduct,
  point: string,
): readonly (readonly [string, NativeEvent])[] {
  return Object.entries(events).filter(([, event]) => event.point === point);
}
