import type { NamedDeclaration } from '../load/declaration.ts';
import type { ReadConfig } from '../load/read-config.ts';
import { shortPath } from '../source/problem.ts';

/** What a configuration no longer restrains as the one before did. */
export function lostRestraints(old: ReadConfig, read: ReadConfig): readonly string[] {
  const kept = new Map(guardsOf(read).map((guard) => [identity(guard), guard]));
  const losses = guardsOf(old).flatMap((guard) => {
    const successor = kept.get(identity(guard));
    if (successor === undefined) return [nameOf(guard)];
    return isSame(guard, successor) || holdsMore(guard, old, read) ? [] : [`${nameOf(guard)} as it was`];
  });
  // Without `watch`, the files would never be read again, whatever guards they get later.
  return old.watch && !read.watch ? [...losses, 'watch: true'] : losses;
}

/** Only its own file can remove a guard, so every removal is reported. */
export function guardsGone(old: ReadConfig, read: ReadConfig): readonly string[] {
  const kept = new Set(guardsOf(read).map(identity));
  return guardsOf(old)
    .filter((guard) => !kept.has(identity(guard)))
    .map((guard) => `${nameOf(guard)} is gone`);
}

function guardsOf({ declarations }: ReadConfig): readonly NamedDeclaration[] {
  return declarations.filter(({ options }) => options.guard === true);
}

/** Rules may move from one guard of rules to another. */
function identity({ name, point, agent, type }: NamedDeclaration): string {
  return JSON.stringify([type === 'rules' ? type : name, point.name, agent]);
}

function nameOf({ name, place }: NamedDeclaration): string {
  return `the guard ${name} of ${shortPath(place.file)}:${place.line}`;
}

/** A hook with an equal entry keeps its handler. */
function isSame(guard: NamedDeclaration, successor: NamedDeclaration): boolean {
  return guard.matcher.source === successor.matcher.source && guard.handler === successor.handler;
}

/** The guard of the permission rules is new each time. It is as strict if it still has every rule. */
function holdsMore(guard: NamedDeclaration, old: ReadConfig, read: ReadConfig): boolean {
  if (guard.type !== 'rules') return false;
  const { deny, ask } = read.permissions;
  return (
    old.permissions.deny.every((rule) => deny.includes(rule)) &&
    old.permissions.ask.every((rule) => ask.includes(rule) || deny.includes(rule))
  );
}
