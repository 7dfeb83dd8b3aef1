import type { Excuses } from '../engine/firing/excuses.ts';
import type { Hooks } from '../engine/hooks/hooks.ts';
import type { Outcome } from '../engine/outcome/outcome.ts';
import type { FireInput, FireRef, Point } from '../engine/points/point-types.ts';
import type { Fields } from '../engine/values/shapes.ts';
import { outputText } from '../protocols/wire-input.ts';
import type { FiringOrigin } from '../trace/record/entry.ts';

interface EventOptions {
  readonly agent: string | null;
  readonly signal: AbortSignal;
  /** Where it comes from, for the record. */
  readonly origin?: FiringOrigin;
  readonly excuses?: Excuses | undefined;
}

/** Fires an event by hand as the agent loop would: for an agent, by its id and by the type that the event tells. */
export async function fireEvent(
  hooks: Hooks,
  point: Point,
  event: Fields,
  { agent, signal, origin, excuses }: EventOptions,
): Promise<Outcome> {
  const type = agentTypeOf(event);
  const scope = agent === null || agent === '*' || type === null ? null : hooks.scope(agent, { type });
  try {
    return await hooks.fire(point as FireRef, event as FireInput<FireRef>, {
      signal,
      render: outputText,
      ...(origin && { origin }),
      ...(agent !== null && { agent }),
      ...(type !== null && { agentType: type }),
      ...(excuses !== undefined && { excuses }),
    });
  } finally {
    scope?.close();
  }
}

/** The type of the subagent that an event tells of; null where it tells none. */
export function agentTypeOf({ agent_type: type }: Fields): string | null {
  return typeof type === 'string' && type !== '' ? type : null;
}
