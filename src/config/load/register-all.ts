import { Hooks } from '../../engine/hooks/hooks.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import type { Registrar } from '../../engine/hooks/registrar.ts';
import type { Section } from '../../engine/hooks/scope.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { mistake, type Problem } from '../source/problem.ts';
import { type NamedDeclaration, type Override, placeOf } from './declaration.ts';

export interface Registrations {
  readonly declarations: readonly NamedDeclaration[];
  readonly overrides: readonly Override[];
}

/** Registers the hooks of files. A hook that cannot be registered is a problem at its place. The rest is registered. */
export function registerAll(
  section: Section,
  { declarations, overrides }: Registrations,
): readonly Problem[] {
  const problems: Problem[] = [];
  const scopes = new Map<string, ReturnType<Section['scope']>>();
  const groups = new Map<GroupOptions, Registrar>();
  for (const agent of new Set([...overrides, ...declarations].map((item) => item.agent))) {
    if (agent === null) continue;
    const override = overrides.filter((item) => item.agent === agent).map(({ point }) => point);
    scopes.set(agent, section.scope(agent, { override }));
  }
  for (const declaration of declarations) {
    const { point, name, agent, matcher, options, group, handler } = declaration;
    const registrar = (agent === null ? undefined : scopes.get(agent)) ?? section;
    try {
      const target = group === null ? registrar : (groups.get(group) ?? registrar.group(group));
      if (group !== null) groups.set(group, target);
      target.on(point, { ...options, name, matcher }, handler);
    } catch (problem) {
      if (!(problem instanceof HooklineError)) throw problem;
      problems.push(problemAbout(declaration, problem));
    }
  }
  return problems;
}

/** The problem in the file's own words, at the key that is wrong. */
function problemAbout(declaration: NamedDeclaration, { message, option }: HooklineError): Problem {
  const stated = option === null ? undefined : declaration.keys?.get(option);
  const told = option === null || stated === undefined ? message : message.replaceAll(option, stated.key);
  return mistake(told, placeOf(declaration, option));
}

/** Finds what would go wrong, by registering on hooks that nobody fires. */
export function dryRun(registrations: Registrations): readonly Problem[] {
  return registerAll(new Hooks({ log: () => undefined }).section(), registrations);
}
