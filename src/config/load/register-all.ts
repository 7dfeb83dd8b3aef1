import { makeHook } from '../../engine/hooks/hook.ts';
import type { GroupOptions } from '../../engine/hooks/hooks-options.ts';
import type { Registrar } from '../../engine/hooks/registrar.ts';
import type { Section } from '../../engine/hooks/scope.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { SetMap } from '../../engine/values/maps.ts';
import { mistake, type Problem } from '../source/problem.ts';
import { type NamedDeclaration, type Override, placeOf } from './declaration.ts';

export interface Registrations {
  readonly declarations: readonly NamedDeclaration[];
  readonly overrides: readonly Override[];
}

export function registerAll(
  section: Section,
  { declarations, overrides }: Registrations,
): readonly Problem[] {
  const problems: Problem[] = [];
  const scopes = new Map<string, ReturnType<Section['scope']>>();
  const groups = new Map<GroupOptions, Registrar>();
  const overridden = new SetMap<string, Point>();
  for (const { agent, point } of overrides) overridden.add(agent, point);
  for (const agent of new Set([...overrides, ...declarations].map((item) => item.agent)))
    if (agent !== null) scopes.set(agent, section.scope(agent, { override: overridden.get(agent) }));
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

function problemAbout(declaration: NamedDeclaration, { message, option }: HooklineError): Problem {
  const stated = option === null ? undefined : declaration.keys?.get(option);
  const told = option === null || stated === undefined ? message : message.replaceAll(option, stated.key);
  return mistake(told, placeOf(declaration, option));
}

export function checkHooks(declarations: readonly NamedDeclaration[]): readonly Problem[] {
  const nowhere = { scope: null, group: null, sequence: 0, timeoutMs: 0 };
  return declarations.flatMap((declaration) => {
    const { point, name, matcher, options, handler } = declaration;
    try {
      makeHook(point, undefined, { ...options, name, matcher }, handler, nowhere);
      return [];
    } catch (problem) {
      if (!(problem instanceof HooklineError)) throw problem;
      return [problemAbout(declaration, problem)];
    }
  });
}
