import { newRun } from '../firing/run.ts';
import type { Run } from '../outcome/outcome.ts';
import type { Point } from '../points/point-types.ts';
import { getOrMake } from '../values/maps.ts';
import type { Hook } from './hook.ts';

export type PlanStep = Hook | readonly Hook[];

export interface Plan {
  readonly point: Point;
  readonly steps: readonly PlanStep[];
  readonly guards: readonly Hook[];
  readonly observers: readonly Hook[];
  readonly background: readonly Hook[];
  readonly isFrozen: boolean;
  /** The steps when they are plain hooks that run one after another and nothing else happens, else null. */
  readonly plain: readonly Hook[] | null;
  readonly quietRuns: readonly Run[];
}

export function makePlan(point: Point, selected: readonly Hook[], byScope: boolean): Plan {
  const hooks = [...selected].sort((left, right) => compare(left, right, byScope));
  const enforcing = hooks.filter((hook) => hook.mode === 'enforce');
  const observers = hooks.filter((hook) => hook.mode === 'observe');
  const background = hooks.filter((hook) => hook.mode === 'background');
  const steps = gather(enforcing);
  const guards = enforcing.filter((hook) => hook.guard);
  const isPlain =
    observers.length + background.length === 0 && enforcing.every((hook) => hook.group === null);
  return {
    point,
    steps,
    guards,
    isFrozen: guards.length > 0 || steps.some((step) => Array.isArray(step)),
    observers,
    background,
    plain: isPlain ? enforcing : null,
    quietRuns: Object.freeze(
      [...steps.flat(), ...observers].map((hook) => Object.freeze(newRun(hook, null))),
    ),
  };
}

/** Priority, then global before scoped, then registration. */
function compare(left: Hook, right: Hook, byScope: boolean): number {
  const isScoped = (hook: Hook): number => (hook.scope === null ? 0 : 1);
  const opening = (hook: Hook): number => (byScope ? (hook.scope?.sequence ?? 0) : 0);
  return (
    left.priority - right.priority ||
    isScoped(left) - isScoped(right) ||
    opening(left) - opening(right) ||
    left.sequence - right.sequence
  );
}

function gather(hooks: readonly Hook[]): readonly PlanStep[] {
  const steps: PlanStep[] = [];
  const gathered = new Set<object>();
  for (const hook of hooks) {
    if (hook.group?.parallel !== true) steps.push(hook);
    else if (!gathered.has(hook.group)) {
      gathered.add(hook.group);
      const members = hooks.filter((other) => other.group === hook.group);
      steps.push(members.sort((left, right) => left.sequence - right.sequence));
    }
  }
  return steps;
}

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
