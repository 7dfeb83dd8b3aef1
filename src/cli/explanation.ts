import type { NamedDeclaration, Override } from '../config/declaration.ts';
import { formatPlace } from '../config/problem.ts';
import type { Point } from '../engine/point-types.ts';

export interface Question {
  readonly point: Point;
  /** The value of the field that matchers are tested against; null when it is not known. */
  readonly value: string | null;
  readonly agent: string | null;
}

/** Whether a hook would run, and why. */
export interface Verdict {
  readonly declaration: NamedDeclaration;
  /** Its place among those that run, from 1; hooks that run together share it. Null when it would not run. */
  readonly order: number | null;
  readonly why: string;
  /** What keeps it from running. */
  readonly obstacle: 'matcher' | 'scope' | 'override' | 'disabled' | null;
}

/** The hooks of a point: first those that would run, in their order, then those that would not. */
export function explainHooks(
  declarations: readonly NamedDeclaration[],
  overrides: readonly Override[],
  question: Question,
): readonly Verdict[] {
  const verdicts = declarations
    .filter(({ point }) => point === question.point)
    .map((declaration) => judge(declaration, overrides, question));
  const running = verdicts.filter(({ obstacle }) => obstacle === null);
  const byDeclaration = new Map(running.map((verdict) => [verdict.declaration, verdict]));
  const steps = inSteps(running.map(({ declaration }) => declaration));
  const ordered = steps.flatMap((step, index) =>
    step.flatMap((declaration) => {
      const verdict = byDeclaration.get(declaration);
      if (verdict === undefined) return [];
      const company = step.length === 1 ? '' : `; ${step.length} run at the same time`;
      return [{ ...verdict, order: index + 1, why: `${verdict.why}${company}` }];
    }),
  );
  return [...ordered, ...verdicts.filter(({ obstacle }) => obstacle !== null)];
}

/** Hooks in the order in which they run. */
export function inRunningOrder(declarations: readonly NamedDeclaration[]): readonly NamedDeclaration[] {
  return inSteps(declarations).flat();
}

const modeOrder = { enforce: 0, observe: 1, background: 2 } as const;

/**
 * Who decides comes before who only watches; then priority, global before an agent's own, and the order in the files.
 * Hooks that run together stand where the first of them would.
 */
function inSteps(declarations: readonly NamedDeclaration[]): readonly (readonly NamedDeclaration[])[] {
  const mode = ({ options }: NamedDeclaration): number => modeOrder[options.mode ?? 'enforce'];
  const priority = ({ options }: NamedDeclaration): number => options.priority ?? 100;
  const scoped = ({ agent }: NamedDeclaration): number => (agent === null ? 0 : 1);
  const sorted = [...declarations].sort(
    (left, right) =>
      mode(left) - mode(right) || priority(left) - priority(right) || scoped(left) - scoped(right),
  );
  const steps: (readonly NamedDeclaration[])[] = [];
  const gathered = new Set<object>();
  for (const declaration of sorted) {
    const { group } = declaration;
    if (group?.parallel !== true || mode(declaration) !== modeOrder.enforce) steps.push([declaration]);
    else if (!gathered.has(group)) {
      gathered.add(group);
      steps.push(declarations.filter((other) => other.group === group && mode(other) === modeOrder.enforce));
    }
  }
  return steps;
}

function judge(
  declaration: NamedDeclaration,
  overrides: readonly Override[],
  { point, value, agent }: Question,
): Verdict {
  const { matcher, options } = declaration;
  const no = (obstacle: NonNullable<Verdict['obstacle']>, why: string): Verdict => ({
    declaration,
    order: null,
    why,
    obstacle,
  });
  if (options.enabled === false) return no('disabled', 'it is disabled by "enabled: false"');
  if (declaration.agent !== null && declaration.agent !== agent && agent !== '*') {
    const whose = agent === null ? 'no agent was named' : `this is "${agent}"`;
    return no('scope', `it belongs to the agent "${declaration.agent}", and ${whose}`);
  }
  const override = overrides.find((other) => other.agent === agent && other.point === point);
  if (override !== undefined && declaration.agent === null && options.guard !== true) {
    return no('override', `"${override.agent}" overrides ${point.name} at ${formatPlace(override.place)}`);
  }
  if (value !== null && !matcher.matches(value)) {
    return no('matcher', `"${matcher.source}" does not match the ${point.matches} "${value}"`);
  }
  const why = [
    ...reasons(declaration, point, value),
    ...(override !== undefined && declaration.agent === null ? ['guards are never overridden'] : []),
  ];
  return { declaration, order: 0, why: why.join('; '), obstacle: null };
}

function reasons(
  { matcher, agent, options }: NamedDeclaration,
  point: Point,
  value: string | null,
): string[] {
  const why: string[] = [];
  if (point.matches === null || matcher.all) why.push('it matches everything');
  else if (value === null) why.push(`it runs where "${matcher.source}" matches the ${point.matches}`);
  else why.push(`"${matcher.source}" matches "${value}"`);
  if (agent !== null) why.push(`it belongs to the agent "${agent}"`);
  if (options.mode === 'observe') why.push('it only observes');
  if (options.mode === 'background') why.push('nothing waits for it');
  return why;
}
