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

/** What a firing has of each thing that is asked for by its name. */
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

/** Whether a firing is one of those. */
export function selects(filter: TraceFilter, found: RecordedFiring): boolean {
  return isInTime(filter, found) && nameFilters.every((name) => hasName(filter, name, found));
}

/** Whether a firing has the one name that is asked for. */
export function hasName(filter: TraceFilter, name: NameFilter, found: RecordedFiring): boolean {
  const asked = filter[name];
  return (
    asked === undefined ||
    (namesInFiring[name](found) as readonly (string | null | undefined)[]).includes(asked)
  );
}

export function isInTime({ since, until }: TraceFilter, { firing }: RecordedFiring): boolean {
  if (since === undefined && until === undefined) return true;
  const time = Date.parse(firing.at);
  return (since === undefined || time >= since) && (until === undefined || time <= until);
}
