import { getOrMake } from '../values/maps.ts';
import type { Plan } from './plan.ts';

/** How many plans a point keeps before it starts over; values such as paths have no end. */
const maxPlans = 1024;

/** A point's plans by agent and matched value. The last one asked for comes first, since events repeat. */
export class PlanCache {
  readonly #plans = new Map<string | null, Map<string, Plan>>();
  #size = 0;
  #lastPlan: Plan | null = null;
  #lastValue = '';
  #lastAgent: string | null = null;

  get(value: string, agent: string | null): Plan | null {
    if (this.#lastPlan !== null && this.#lastValue === value && this.#lastAgent === agent)
      return this.#lastPlan;
    const plan = this.#plans.get(agent)?.get(value);
    return plan === undefined ? null : this.#remember(value, agent, plan);
  }

  add(value: string, agent: string | null, plan: Plan): Plan {
    if (this.#size === maxPlans) this.forget();
    getOrMake(this.#plans, agent, () => new Map<string, Plan>()).set(value, plan);
    this.#size += 1;
    return this.#remember(value, agent, plan);
  }

  forget(): void {
    this.#lastPlan = null;
    this.#plans.clear();
    this.#size = 0;
  }

  #remember(value: string, agent: string | null, plan: Plan): Plan {
    this.#lastPlan = plan;
    this.#lastValue = value;
    this.#lastAgent = agent;
    return plan;
  }
}
