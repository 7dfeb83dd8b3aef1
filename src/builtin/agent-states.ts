import { mainAgent } from '../engine/hooks/agent-names.ts';
import type { HookContext } from '../engine/hooks/hook-context.ts';
import type { Fields } from '../engine/values/shapes.ts';

/** Whose event it is; the main agent's, where nobody says. */
export function agentOf(input: Fields, context: HookContext): string {
  if (context.agent !== null && context.agent !== '*') return context.agent;
  const id = input['agent_id'];
  return typeof id === 'string' && id !== '' ? id : mainAgent;
}

/** What that agent can be called: its id, then its type. */
export function agentNames(input: Fields, context: HookContext): readonly [id: string, ...others: string[]] {
  const type = context.agentType ?? input['agent_type'];
  const id = agentOf(input, context);
  return typeof type === 'string' && type !== '' && type !== id ? [id, type] : [id];
}

/** More agents than one host has at a time. Beyond it, the agent that was quiet longest is forgotten. */
const maxAgents = 10_000;

/** A hook's state for each agent. A host may serve several sessions, each with its own main agent. */
export class AgentStates<State> {
  readonly #states = new Map<string, { readonly names: readonly string[]; readonly state: State }>();
  readonly #fresh: () => State;

  constructor(fresh: () => State) {
    this.#fresh = fresh;
  }

  of(input: Fields, context: HookContext): State {
    return this.#keep(input, context, (key) => this.#states.get(key)?.state ?? this.#fresh());
  }

  /** Starts a new state for that agent. */
  renew(input: Fields, context: HookContext): State {
    return this.#keep(input, context, this.#fresh);
  }

  /** The ids of the agents that it remembers something of. */
  get agents(): readonly string[] {
    return [...this.#states.values()].flatMap(({ names }) => names.slice(0, 1));
  }

  /** Forgets one agent (null is the main one), those of one type, or with `*` all of them. */
  forget(agent: string | null = '*'): void {
    const name = agent ?? mainAgent;
    for (const [key, { names }] of this.#states)
      if (name === '*' || names.includes(name)) this.#states.delete(key);
  }

  #keep(input: Fields, context: HookContext, stateFor: (key: string) => State): State {
    const names = agentNames(input, context);
    const key = JSON.stringify([names[0], input['session_id']]);
    const state = stateFor(key);
    this.#states.delete(key);
    this.#states.set(key, { names, state });
    const [oldest] = this.#states.keys();
    if (this.#states.size > maxAgents && oldest !== undefined) this.#states.delete(oldest);
    return state;
  }
}
