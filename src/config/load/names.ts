import { SetMap } from '../../engine/values/maps.ts';
import { formatPlace, mistake, type Problem, warning } from '../source/problem.ts';
import { type Declaration, type NamedDeclaration, placeOf } from './declaration.ts';
import { claimedLevel, levelName } from './levels.ts';

/** Longer names are cut. */
const maxNameLength = 100;

export interface Named {
  readonly declarations: readonly NamedDeclaration[];
  readonly problems: readonly Problem[];
}

/**
 * Gives every hook a name. A hook without one is named after what it runs, with a number if that is not unique. A
 * second hook of the same name replaces the first in the same file and for the same agents. Elsewhere it is an error.
 */
export function settleNames(declarations: readonly Declaration[]): Named {
  const problems: Problem[] = [];
  const named = new Set<NamedDeclaration>();
  const byName = new SetMap<string, NamedDeclaration>();
  const families = new Map<object, string>();
  const taken = new Set(declarations.map(fullName));
  for (const declaration of declarations) {
    const { family } = declaration.options;
    const claimed = claimedBy(declaration);
    if (claimed !== null) problems.push(claimed);
    if (declaration.name === null) {
      const name = (family && families.get(family)) ?? inventName(declaration, taken);
      if (family !== undefined) families.set(family, name);
      named.add({ ...declaration, name });
      continue;
    }
    const current: NamedDeclaration = { ...declaration, name: fullName(declaration) ?? declaration.name };
    const rival = byName
      .get(current.name)
      .find((other) => !isSibling(other, current) && canMeet(other, current));
    // One error is enough for a name.
    if (rival !== undefined && claimed === null) {
      problems.push(rivalry(rival, current));
      named.delete(rival);
      byName.delete(rival.name, rival);
    }
    named.add(current);
    byName.add(current.name, current);
  }
  return { declarations: [...named], problems };
}

/** Names belong to the level of their file. */
function fullName({ name, level }: Declaration): string | null {
  return name === null || level === undefined ? name : levelName(level, name);
}

/** Why a name cannot stand here: it reads as if the hook were somebody else's. */
function claimedBy(declaration: Declaration): Problem | null {
  const { name, level } = declaration;
  const claimed = name === null || level === undefined ? null : claimedLevel(name);
  if (claimed === null) return null;
  const message = `the name "${name}" reads like one of the ${claimed} level; give this hook another one`;
  return mistake(message, placeOf(declaration, 'name'));
}

function inventName({ type, runs, level }: Declaration, taken: Set<string | null>): string {
  const readableName = readable(`${type}_${runs}`);
  const base = level === undefined ? readableName : levelName(level, readableName);
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base} #${number}`;
  taken.add(name);
  return name;
}

/** Whether both are one hook, at two of its points. */
function isSibling({ options: left }: Declaration, { options: right }: Declaration): boolean {
  return left.family !== undefined && left.family === right.family;
}

/** A script of several lines makes no name that people can read or write. */
function readable(name: string): string {
  const line = name
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
  return line.length <= maxNameLength ? line : `${line.slice(0, maxNameLength - 1).trimEnd()}…`;
}

/** Whether two hooks can be in one chain. Hooks of different agents cannot. */
function canMeet(left: Declaration, right: Declaration): boolean {
  return left.agent === null || right.agent === null || left.agent === right.agent;
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
