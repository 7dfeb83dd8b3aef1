import { lookUp } from '../../engine/values/look-up.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';

/**
 * The agent that a payload comes from. Several agents read the same settings file, and each expects an answer in its own
 * words; the payload tells them apart, environment variables do not.
 */
export function dialectOf(named: AgentProduct, payload: Fields): AgentProduct {
  const agents = [named, ...Object.values(agentTable).filter((agent) => agent !== named)];
  const event = String(payload['hook_event_name']);
  const speakers = agents.filter(({ events }) => lookUp(events, event) !== undefined);
  return (
    speakers.find(({ marks }) => marks.some((mark) => Object.hasOwn(payload, mark))) ?? speakers[0] ?? named
  );
}
