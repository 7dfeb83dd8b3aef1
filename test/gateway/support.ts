import { readFileSync } from 'node:fs';
import { type Outcome, quietOutcome } from '../../src/engine/outcome/outcome.ts';
import type { Fields } from '../../src/engine/values/shapes.ts';
import type { AgentProduct } from '../../src/gateway/agents/agent-product.ts';
import { type AnsweredCall, Host } from '../../src/gateway/host/host.ts';
import { type AgentCall, readCall } from '../../src/gateway/payload/read-call.ts';

/** Payloads that the real agents sent, by what they are about. */
export function fixturesOf({ name }: AgentProduct): Readonly<Record<string, Fields>> {
  return JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
}

/** The agent's event that a payload is about; null where it is about none. */
export function eventOf(
  { payload: { event = 'hook_event_name' }, events }: AgentProduct,
  payload: Fields,
): string | null {
  const name = String(payload[event]);
  return Object.hasOwn(events, name) ? name : null;
}

/** A call of each event of the agent: as it really came, and made up for events that nobody saw yet. */
export function callsOf(agent: AgentProduct): readonly AgentCall[] {
  const seen = Object.values(fixturesOf(agent)).filter((payload) => eventOf(agent, payload) !== null);
  const names = new Set(seen.map((payload) => eventOf(agent, payload)));
  const made = Object.keys(agent.events)
    .filter((event) => !names.has(event))
    .map((event) => ({
      session_id: 'made-up',
      cwd: '/home/user/project',
      [agent.payload.event ?? 'hook_event_name']: event,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    }));
  return [...seen, ...made].map((payload) => readCall(agent, payload));
}

export function outcomeOf(call: AgentCall, wanted: Partial<Outcome>): Outcome {
  const { point, input } = call;
  return { ...quietOutcome(point, point.subject === null ? null : input[point.subject], []), ...wanted };
}

export type Judge = (call: AgentCall) => Promise<Outcome>;

class JudgedHost extends Host {
  readonly #judge: Judge;

  constructor(judge: Judge) {
    super({ log: () => undefined });
    this.#judge = judge;
  }

  protected override judge(call: AgentCall): Promise<Outcome> {
    return this.#judge(call);
  }
}

/** What the host answers where its hooks would find this. */
export function answerPayload({ name }: AgentProduct, payload: string, judge: Judge): Promise<AnsweredCall> {
  return new JudgedHost(judge).answer({ agent: name, payload, required: false });
}
