import { lookUp } from '../../engine/values/look-up.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';

/**
 * The agent that a payload comes from. Several agents read the same settings file, and each expects an answer in its own
 * words; the payload tells them apart, environment variables do not. A plugin of hookline's own is read by one agent alone.
 */
export function dialectOf(named: AgentProduct, payload: Fields): AgentProduct {
  if (isPlugin(named)) return named;
  const others = Object.values(agentTable).filter((agent) => agent !== named && !isPlugin(agent));
  const event = textOf(payload['hook_event_name']);
  const speakers = [named, ...others].filter(({ events }) => lookUp(events, event) !== undefined);
  return (
    speakers.find(({ marks }) => marks.some((mark) => Object.hasOwn(payload, mark))) ?? speakers[0] ?? named
  );
}

function isPlugin({ timeout }: AgentProduct): boolean {
  return timeout === null;
}
