import { readFileSync } from 'node:fs';
import { type Outcome, quietOutcome } from '../../src/engine/outcome/outcome.ts';
import type { Fields } from '../../src/engine/values/shapes.ts';
import type { AgentProduct } from '../../src/gateway/agents/agent-product.ts';
import { type AgentCall, readCall } from '../../src/gateway/payload/read-call.ts';

/** Payloads that the real agents sent, by what they are about. */
export function fixturesOf({ name }: AgentProduct): Readonly<Record<string, Fields>> {
  return JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
}

/** A call of each event of the agent: as it really came, and made up for events that nobody saw yet. */
export function callsOf(agent: AgentProduct): readonly AgentCall[] {
  const seen = Object.values(fixturesOf(agent)).filter(
    ({ hook_event_name: event }) => typeof event === 'string' && Object.hasOwn(agent.events, event),
  );
  const names = new Set(seen.map(({ hook_event_name: event }) => event));
  const made = Object.keys(agent.events)
    .filter((event) => !names.has(event))
    .map((event) => ({
      session_id: 'made-up',
      cwd: '/home/user/project',
      hook_event_name: event,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    }));
  return [...seen, ...made].map((payload) => readCall(agent, payload));
}

export function outcomeOf(call: AgentCall, wanted: Partial<Outcome>): Outcome {
  const { point, input } = call;
  return { ...quietOutcome(point, point.subject === null ? null : input[point.subject], []), ...wanted };
}
