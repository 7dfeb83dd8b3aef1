import { SetMap } from '../../engine/values/maps.ts';
import { formatPlace, mistake, type Problem, warning } from '../source/problem.ts';
import { type Declaration, type NamedDeclaration, placeOf } from './declaration.ts';
import { claimedLevel, levelName } from './levels.ts';

const maxNameLength = 100;

export interface Named {
  readonly declarations: readonly NamedDeclaration[];
  readonly problems: readonly Problem[];
}

/**
 * A second hook of the same name replaces the first in the same file and for the same agents; elsewhere it's an
 * error.
 */
export function settleNames(declarations: readonly Declaration[]): Named {
  const problems: Problem[] = [];
  const named = new Set<NamedDeclaration>();
  const byName = new SetMap<string, NamedDeclaration>();
  const families = new Map<object, string>();
  const inventName = nameInventor(declarations);
  for (const declaration of declarations) {
    const { family } = declaration.options;
    const claimed = claimedBy(declaration);
    if (claimed !== null) problems.push(claimed);
    if (declaration.name === null) {
      const name = (family && families.get(family)) ?? inventName(declaration);
      if (family !== undefined) families.set(family, name);
      named.add({ ...declaration, name });
      continue;
    }
    const current: NamedDeclaration = { ...declaration, name: fullName(declaration) ?? declaration.name };
    const rival = rivalKeys(current)
      .flatMap((key) => byName.get(key))
      .find((other) => !isSibling(other, current));
    if (rival !== undefined && claimed === null) {
      problems.push(rivalry(rival, current));
      named.delete(rival);
      for (const key of ownKeys(rival)) byName.delete(key, rival);
    }
    named.add(current);
    for (const key of ownKeys(current)) byName.add(key, current);
  }
  return { declarations: [...named], problems };
}

/** A hook is found by its name among all hooks, and among those of its agent. */
function ownKeys({ name, agent }: NamedDeclaration): readonly string[] {
  return [JSON.stringify([name]), JSON.stringify([name, agent])];
}

/** Hooks of different agents are never in one chain. */
function rivalKeys({ name, agent }: NamedDeclaration): readonly string[] {
  return agent === null
    ? [JSON.stringify([name])]
    : [JSON.stringify([name, null]), JSON.stringify([name, agent])];
}

function fullName({ name, level }: Declaration): string | null {
  return name === null || level === undefined ? name : levelName(level, name);
}

function claimedBy(declaration: Declaration): Problem | null {
  const { name, level } = declaration;
  const claimed = name === null || level === undefined ? null : claimedLevel(name);
  if (claimed === null) return null;
  const message = `the name "${name}" reads like one of the ${claimed} level; give this hook another one`;
  return mistake(message, placeOf(declaration, 'name'));
}

function nameInventor(declarations: readonly Declaration[]): (declaration: Declaration) => string {
  const taken = new Set(declarations.map(fullName));
  const counts = new Map<string, number>();
  return ({ type, runs, level }) => {
    const readableName = readable(`${type}_${runs}`);
    const base = level === undefined ? readableName : levelName(level, readableName);
    let count = counts.get(base) ?? 0;
    let name = base;
    do {
      count += 1;
      name = count === 1 ? base : `${base} #${count}`;
    } while (taken.has(name));
    counts.set(base, count);
    taken.add(name);
    return name;
  };
}

function isSibling({ options: left }: Declaration, { options: right }: Declaration): boolean {
  return left.family !== undefined && left.family === right.family;
}

function readable(name: string): string {
  const line = name
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
  return line.length <= maxNameLength ? line : `${line.slice(0, maxNameLength - 1).trimEnd()}…`;
}

function rivalry(first: NamedDeclaration, second: NamedDeclaration): Problem {
  const where = `the name "${first.name}" is already used at ${formatPlace(placeOf(first, 'name'))}`;
  const place = placeOf(second, 'name');
  if (first.agent !== second.agent || first.place.file !== second.place.file) {
    return mistake(`${where}; give this hook another one`, place);
  }
  if (first.options.guard === true) {
    return mistake(`${where} by a guard, which cannot be replaced`, place);
  }
  return warning('name-twice', `${where}; this hook replaces that one`, place);
}
