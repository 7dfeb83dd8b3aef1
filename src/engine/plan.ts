import type { Hook } from './hook.ts';
import type { Run } from './outcome.ts';
import type { Point } from './point-types.ts';
import { newRun } from './run.ts';

/** One place in the chain: a hook, or the members of a parallel group in order of registration. */
export type Step = Hook | readonly Hook[];

/** Which hooks run for a firing, and in what order. Immutable, so that registrations never disturb a firing. */
export interface Plan {
  readonly point: Point;
  readonly steps: readonly Step[];
  readonly guards: readonly Hook[];
  readonly observers: readonly Hook[];
  readonly background: readonly Hook[];
  /** The steps when they are plain hooks that run one after another and nothing else happens, else null. */
  readonly plain: readonly Hook[] | null;
  /** The runs of a firing in which nobody answered anything, shared by all such firings. */
  readonly quietRuns: readonly Run[];
}

export function makePlan(point: Point, selected: readonly Hook[]): Plan {
  const hooks = [...selected].sort(compare);
  const enforcing = hooks.filter((hook) => hook.mode === 'enforce');
  const observers = hooks.filter((hook) => hook.mode === 'observe');
  const background = hooks.filter((hook) => hook.mode === 'background');
  const steps = gather(enforcing);
  const isPlain =
    observers.length + background.length === 0 && enforcing.every((hook) => hook.group === null);
  return {
    point,
    steps,
    guards: enforcing.filter((hook) => hook.guard),
    observers,
    background,
    plain: isPlain ? enforcing : null,
    quietRuns: Object.freeze(
      [...steps.flat(), ...observers].map((hook) => Object.freeze(newRun(hook, null))),
    ),
  };
}

/** Priority, then global before scoped, then the order of opening and of registration. */
function compare(left: Hook, right: Hook): number {
  return (
    left.priority - right.priority ||
    (left.scope?.sequence ?? -1) - (right.scope?.sequence ?? -1) ||
    left.sequence - right.sequence
  );
}

/** Puts the members of each parallel group where its first member stands. */
function gather(hooks: readonly Hook[]): readonly Step[] {
  const steps: Step[] = [];
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
