import { isObject } from '../../../engine/values/shapes.ts';

/** What is known of one hook of a configuration: how often it did what, and when it last did. Times are in milliseconds. */
export interface GuardState {
  /** Its name, with the level of its file. */
  readonly hook: string;
  /** Its configuration file; null for hookline's own guard. */
  readonly file: string | null;
  /** How often it ran, which is how often it matched. */
  readonly ran: number;
  readonly lastRan: number;
  readonly denied: number;
  readonly lastDenied: number | null;
  readonly asked: number;
  readonly lastAsked: number | null;
  readonly failed: number;
  readonly lastFailed: number | null;
  /** Why it last failed. */
  readonly failure: string | null;
  /** How many effects of it were not obeyed. */
  readonly dropped: number;
  readonly lastDropped: number | null;
  /** Which effect that was last, and why. */
  readonly drop: string | null;
}

/** So many hooks are remembered: those that ran last. */
const maxGuards = 500;

export function guardKey({ hook, file }: Pick<GuardState, 'hook' | 'file'>): string {
  return JSON.stringify([hook, file]);
}

/** Adds what happened to what was known. */
export function mergeGuards(known: GuardState | undefined, more: GuardState): GuardState {
  if (known === undefined) return more;
  const later = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? (one ?? other) : Math.max(one, other);
  return {
    hook: more.hook,
    file: more.file,
    ran: known.ran + more.ran,
    lastRan: Math.max(known.lastRan, more.lastRan),
    denied: known.denied + more.denied,
    lastDenied: later(known.lastDenied, more.lastDenied),
    asked: known.asked + more.asked,
    lastAsked: later(known.lastAsked, more.lastAsked),
    failed: known.failed + more.failed,
    lastFailed: later(known.lastFailed, more.lastFailed),
    failure:
      (more.lastFailed ?? 0) >= (known.lastFailed ?? 0) ? (more.failure ?? known.failure) : known.failure,
    dropped: known.dropped + more.dropped,
    lastDropped: later(known.lastDropped, more.lastDropped),
    drop: (more.lastDropped ?? 0) >= (known.lastDropped ?? 0) ? (more.drop ?? known.drop) : known.drop,
  };
}

/** One state a hook, of all that is said about it. */
export function foldGuards(states: Iterable<GuardState>): readonly GuardState[] {
  const byKey = new Map<string, GuardState>();
  for (const state of states) byKey.set(guardKey(state), mergeGuards(byKey.get(guardKey(state)), state));
  return [...byKey.values()].sort((one, other) => other.lastRan - one.lastRan).slice(0, maxGuards);
}

const counts = ['ran', 'lastRan', 'denied', 'asked', 'failed', 'dropped'];
const times = ['lastDenied', 'lastAsked', 'lastFailed', 'lastDropped'];
const texts = ['file', 'failure', 'drop'];

export function isGuardState(value: unknown): value is GuardState {
  if (!isObject(value) || typeof value['hook'] !== 'string') return false;
  const isOrNull = (type: string) => (name: string) => value[name] === null || typeof value[name] === type;
  return (
    counts.every((name) => Number.isFinite(value[name])) &&
    times.every(isOrNull('number')) &&
    texts.every(isOrNull('string'))
  );
}
