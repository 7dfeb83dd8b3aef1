import type { HookContext } from '../engine/firing/context.ts';
import type { Fields } from '../engine/values/shapes.ts';

/** Whose event it is; null is the main agent. */
export function agentOf(input: Fields, context: HookContext): string | null {
  if (context.agent !== null && context.agent !== '*') return context.agent;
  const id = input['agent_id'];
  return typeof id === 'string' && id !== '' ? id : null;
}

/** More agents than one host has at a time. Beyond it, the agent that was quiet longest is forgotten. */
const maxAgents = 10_000;

/** A hook's state for each agent. A host may serve several sessions, each with its own main agent. */
export class AgentStates<State> {
  readonly #states = new Map<string, State>();
  readonly #fresh: () => State;

  constructor(fresh: () => State) {
    this.#fresh = fresh;
  }

  of(input: Fields, context: HookContext): State {
    return this.#keep(input, context, (key) => this.#states.get(key) ?? this.#fresh());
  }

  /** Starts a new state for that agent. */
  renew(input: Fields, context: HookContext): State {
    return this.#keep(input, context, this.#fresh);
  }

  /** Forgets one agent (null is the main one), or all of them. */
  forget(agent?: string | null): void {
    if (agent === undefined) this.#states.clear();
    for (const key of this.#states.keys()) if (JSON.parse(key)[0] === agent) this.#states.delete(key);
  }

  #keep(input: Fields, context: HookContext, stateFor: (key: string) => State): State {
    const key = JSON.stringify([agentOf(input, context), input['session_id']]);
    const state = stateFor(key);
    this.#states.delete(key);
    this.#states.set(key, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > maxAgents && oldest !== undefined) this.#states.delete(oldest);
    return state;
  }
}
