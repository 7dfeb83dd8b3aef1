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
  readonly runs: boolean;
  readonly why: string;
  /** What keeps it from running. */
  readonly obstacle: 'matcher' | 'scope' | 'override' | 'disabled' | null;
}

/** The hooks of a point in the order in which they run, those that would not run in their place between them. */
export function explainHooks(
  declarations: readonly NamedDeclaration[],
  overrides: readonly Override[],
  question: Question,
): readonly Verdict[] {
  return inRunningOrder(declarations.filter(({ point }) => point === question.point)).map((declaration) =>
    judge(declaration, overrides, question),
  );
}

/** Priority, then global before an agent's own, then the order in the files. */
export function inRunningOrder(declarations: readonly NamedDeclaration[]): readonly NamedDeclaration[] {
  const priority = ({ options }: NamedDeclaration): number => options.priority ?? 100;
  const scoped = ({ agent }: NamedDeclaration): number => (agent === null ? 0 : 1);
  return [...declarations].sort(
    (left, right) => priority(left) - priority(right) || scoped(left) - scoped(right),
  );
}

function judge(
  declaration: NamedDeclaration,
  overrides: readonly Override[],
  { point, value, agent }: Question,
): Verdict {
  const { matcher, options } = declaration;
  const no = (obstacle: NonNullable<Verdict['obstacle']>, why: string): Verdict => ({
    declaration,
    runs: false,
    why,
    obstacle,
  });
  if (options.enabled === false) return no('disabled', 'it is disabled');
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
  return { declaration, runs: true, why: why.join('; '), obstacle: null };
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
