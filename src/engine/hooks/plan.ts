import { newRun } from '../firing/run.ts';
import type { Run } from '../outcome/outcome.ts';
import type { Point } from '../points/point-types.ts';
import type { Hook } from './hook.ts';

/** One place in the chain: a hook, or the members of a parallel group in order of registration. */
export type PlanStep = Hook | readonly Hook[];

/** Which hooks run for a firing, and in what order. Immutable, so that registrations never disturb a firing. */
export interface Plan {
  readonly point: Point;
  readonly steps: readonly PlanStep[];
  readonly guards: readonly Hook[];
  readonly observers: readonly Hook[];
  readonly background: readonly Hook[];
  /** Whether hooks get a copy of the event that nobody can change: where a guard judges, or hooks run side by side. */
  readonly isFrozen: boolean;
  /** The steps when they are plain hooks that run one after another and nothing else happens, else null. */
  readonly plain: readonly Hook[] | null;
  /** The runs of a firing in which nobody answered anything, shared by all such firings. */
  readonly quietRuns: readonly Run[];
}

/** `byScope`: the scopes follow each other in the order of opening, as in a firing for every agent. */
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

/** Puts the members of each parallel group where its first member stands. */
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
