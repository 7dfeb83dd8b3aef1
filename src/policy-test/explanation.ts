import type { NamedDeclaration, Override } from '../config/load/declaration.ts';
import { registerAll } from '../config/load/register-all.ts';
import { formatPlace } from '../config/source/problem.ts';
import { meansAgent } from '../engine/hooks/agent-names.ts';
import { Hooks } from '../engine/hooks/hooks.ts';
import { matchAll } from '../engine/hooks/matcher.ts';
import type { FireInput, FireRef, Point } from '../engine/points/point-types.ts';

export interface Question {
  readonly point: Point;
  readonly value: string | null;
  readonly agent: string | null;
  readonly agentType: string | null;
}

export interface Verdict {
  readonly declaration: NamedDeclaration;
  /** From 1; hooks that run together share it. Null when it wouldn't run. */
  readonly order: number | null;
  readonly why: string;
  readonly obstacle: 'matcher' | 'scope' | 'override' | 'disabled' | null;
}

export async function explainHooks(
  declarations: readonly NamedDeclaration[],
  overrides: readonly Override[],
  question: Question,
): Promise<readonly Verdict[]> {
  const own = declarations.filter(({ point }) => point === question.point);
  const verdicts = new Map(own.map((one) => [one, judge(one, overrides, question)]));
  const running = own.filter((one) => verdicts.get(one)?.obstacle === null);
  const ordered = await inRunningOrder(running);
  let order = 0;
  const numbered = ordered.map((one, index): Verdict => {
    if (index === 0 || !runTogether(one, ordered[index - 1])) order += 1;
    const company = ordered.filter((other) => other !== one && runTogether(one, other));
    const together =
      company.length === 0 ? '' : `; together with ${company.map(({ name }) => name).join(', ')}`;
    return { declaration: one, order, why: `${verdicts.get(one)?.why}${together}`, obstacle: null };
  });
  return [...numbered, ...[...verdicts.values()].filter(({ obstacle }) => obstacle !== null)];
}

/** The engine decides: this fires the hooks with handlers that only note their turn. */
export async function inRunningOrder(
  declarations: readonly NamedDeclaration[],
): Promise<readonly NamedDeclaration[]> {
  const [first] = declarations;
  if (first === undefined) return [];
  const { point } = first;
  const order: NamedDeclaration[] = [];
  const hooks = new Hooks({ log: () => undefined });
  const noting = declarations.map((one) => ({
    ...one,
    matcher: matchAll,
    options: { ...one.options, enabled: true },
    handler: async () => {
      order.push(one);
      return undefined;
    },
  }));
  registerAll(hooks.section(), { declarations: noting, overrides: [] });
  const event = point.matches === null ? {} : { [point.matches]: 'any' };
  await hooks.fire(point as FireRef, event as FireInput<FireRef>, { agent: '*' });
  await hooks.dispose();
  return order;
}

function runTogether({ group, options }: NamedDeclaration, other: NamedDeclaration | undefined): boolean {
  return group?.parallel === true && group === other?.group && options.mode === other.options.mode;
}

export function judge(
  declaration: NamedDeclaration,
  overrides: readonly Override[],
  question: Question,
): Verdict {
  const { point, value, agent } = question;
  const { matcher, options } = declaration;
  const no = (obstacle: NonNullable<Verdict['obstacle']>, why: string): Verdict => ({
    declaration,
    order: null,
    why,
    obstacle,
  });
  if (options.enabled === false) return no('disabled', 'it is disabled by "enabled: false"');
  if (declaration.agent !== null && agent !== '*' && !isMeant(declaration.agent, question)) {
    const whose = agent === null ? 'no agent was named' : `this is "${agent}"`;
    return no('scope', `it belongs to the agent "${declaration.agent}", and ${whose}`);
  }
  const override = overrides.find((other) => isMeant(other.agent, question) && other.point === point);
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

function isMeant(id: string, { agent, agentType }: Question): boolean {
  return agent !== null && [agent, agentType ?? agent].some((name) => meansAgent(id, name));
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
