import { pointNamed } from '../../engine/points/point.ts';
import type { AgentProduct, NativeEvent, Verb } from '../agents/agent-product.ts';
import { waysToSay } from './ways.ts';

/** What hooks may say at an agent's event, and what the agent is told: the same, something stricter, or nothing. */
export type Abilities = ReadonlyMap<Verb, Verb | null>;

/** Text for the model waits for an event that can carry it, so that it is never lost. */
export function abilitiesAt({ point, says }: NativeEvent): Abilities {
  const verbs: readonly Verb[] = pointNamed(point).admits;
  return new Map(verbs.map((verb) => [verb, waysToSay(verb).find((way) => says[way] !== undefined) ?? null]));
}

/** The agent's events at a point. */
export function eventsAt(
  { events }: AgentProduct,
  point: string,
): readonly (readonly [string, NativeEvent])[] {
  return Object.entries(events).filter(([, event]) => event.point === point);
}
