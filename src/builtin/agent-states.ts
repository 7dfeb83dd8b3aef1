import { mainAgent } from '../engine/hooks/agent-names.ts';
import type { HookContext } from '../engine/hooks/hook-context.ts';
import { putLast } from '../engine/values/maps.ts';
import type { Fields } from '../engine/values/shapes.ts';

export function agentOf(input: Fields, context: HookContext): string {
  if (context.agent !== null && context.agent !== '*') return context.agent;
  const id = input['agent_id'];
  return typeof id === 'string' && id !== '' ? id : mainAgent;
}

export function agentNames(input: Fields, context: HookContext): readonly [id: string, ...others: string[]] {
  const type = context.agentType ?? input['agent_type'];
  const id = agentOf(input, context);
  return typeof type === 'string' && type !== '' && type !== id ? [id, type] : [id];
}

/** Beyond this, the agent that was quiet longest is forgotten. */
const maxAgents = 10_000;

export class AgentStates<State> {
  readonly #states = new Map<string, { readonly names: readonly string[]; readonly state: State }>();
  readonly #fresh: () => State;

  constructor(fresh: () => State) {
    this.#fresh = fresh;
  }

  of(input: Fields, context: HookContext): State {
    return this.#keep(input, context, (key) => this.#states.get(key)?.state ?? this.#fresh());
  }

  renew(input: Fields, context: HookContext): State {
    return this.#keep(input, context, this.#fresh);
  }

  get agents(): readonly string[] {
    return [...this.#states.values()].flatMap(({ names }) => names.slice(0, 1));
  }

  forget(agent: string | null = '*'): void {
    const name = agent ?? mainAgent;
    for (const [key, { names }] of this.#states)
      if (name === '*' || names.includes(name)) this.#states.delete(key);
  }

  #keep(input: Fields, context: HookContext, stateFor: (key: string) => State): State {
    const names = agentNames(input, context);
    const key = JSON.stringify([names[0], input['session_id']]);
    const state = stateFor(key);
    putLast(this.#states, key, { names, state }, maxAgents);
    return state;
  }
}
