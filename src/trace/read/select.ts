import type { FiringLine } from '../format/lines.ts';
import type { RecordedFiring } from './read-firings.ts';

/** Which firings are asked for. What is left out is not looked at. */
export interface TraceFilter {
  readonly session?: string;
  readonly agent?: string;
  readonly point?: string;
  readonly tool?: string;
  readonly hook?: string;
  /** `allow`, `deny`, `ask`, or `none` for no decision. */
  readonly decision?: string;
  /** Milliseconds since 1970. */
  readonly since?: number;
  readonly until?: number;
}

/** Whether a firing is one of those. */
export function selects(filter: TraceFilter, { firing, runs }: RecordedFiring): boolean {
  return isOf(filter, firing) && (filter.hook === undefined || runs.some(({ hook }) => hook === filter.hook));
}

function isOf(
  { session, agent, point, tool, decision, since, until }: TraceFilter,
  firing: FiringLine,
): boolean {
  const time = Date.parse(firing.at);
  return (
    (session === undefined || firing.session === session) &&
    (agent === undefined || [firing.agent ?? 'main', firing.agentType, firing.product].includes(agent)) &&
    (point === undefined || firing.point === point) &&
    (tool === undefined || firing.tool === tool) &&
    (decision === undefined || (firing.outcome.decision ?? 'none') === decision) &&
    (since === undefined || time >= since) &&
    (until === undefined || time <= until)
  );
}
