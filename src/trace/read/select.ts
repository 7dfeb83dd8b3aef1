import { aboutEvent } from '../about-event.ts';
import type { RecordedFiring } from './read-firings.ts';

export interface TraceFilter {
  readonly session?: string;
  readonly agent?: string;
  readonly point?: string;
  readonly tool?: string;
  readonly hook?: string;
  readonly decision?: string;
  readonly since?: number;
  readonly until?: number;
  readonly text?: string;
}

export const namesInFiring = {
  session: ({ firing }: RecordedFiring) => [firing.session],
  agent: ({ firing }: RecordedFiring) => [firing.agent ?? 'main', firing.agentType, firing.product],
  point: ({ firing }: RecordedFiring) => [firing.point],
  tool: ({ firing }: RecordedFiring) => [firing.tool],
  hook: ({ runs }: RecordedFiring) => runs.map(({ hook }) => hook),
  decision: ({ firing }: RecordedFiring) => [firing.outcome.decision ?? 'none'],
} satisfies Partial<
  Record<keyof TraceFilter, (found: RecordedFiring) => readonly (string | null | undefined)[]>
>;
export type NameFilter = keyof typeof namesInFiring;
export const nameFilters = Object.keys(namesInFiring) as readonly NameFilter[];

export function selects(filter: TraceFilter, found: RecordedFiring): boolean {
  return (
    isInTime(filter, found) &&
    nameFilters.every((name) => hasName(filter, name, found)) &&
    hasText(filter, found)
  );
}

function hasName(filter: TraceFilter, name: NameFilter, found: RecordedFiring): boolean {
  const asked = filter[name];
  return (
    asked === undefined ||
    (namesInFiring[name](found) as readonly (string | null | undefined)[]).includes(asked)
  );
}

export function hasText({ text }: TraceFilter, { firing }: RecordedFiring): boolean {
  if (text === undefined) return true;
  const words = text.toLowerCase();
  return [aboutEvent(firing.input), firing.outcome.reason].some((told) =>
    told?.toLowerCase().includes(words),
  );
}

export function isInTime({ since, until }: TraceFilter, { firing }: RecordedFiring): boolean {
  if (since === undefined && until === undefined) return true;
  const time = Date.parse(firing.at);
  return (since === undefined || time >= since) && (until === undefined || time <= until);
}
