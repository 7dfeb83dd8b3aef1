import type { Run } from '../../../engine/outcome/outcome.ts';
import { isObject } from '../../../engine/values/shapes.ts';
import { keptText } from '../problem-record.ts';

export interface GuardState {
  readonly hook: string;
  readonly file: string | null;
  readonly ran: number;
  readonly lastRan: number;
  readonly lastDenied: number | null;
  readonly lastFailed: number | null;
  readonly failure: string | null;
  readonly lastDropped: number | null;
  readonly drop: string | null;
}

const maxGuards = 500;

const maxText = 300;

export function stateOf(
  { hook, status, failure, error, effects, dropped }: Run,
  file: string | null,
  at: number,
  isExcused: (why: string) => boolean,
): GuardState {
  const isFailed = status === 'failed';
  const hasDenied = !isFailed && effects.some(({ type }) => type === 'deny');
  const drop = dropped.findLast(({ why }) => !isExcused(why));
  return {
    hook,
    file,
    ran: 1,
    lastRan: at,
    lastDenied: hasDenied ? at : null,
    lastFailed: isFailed ? at : null,
    failure: isFailed ? keptText(`${failure}: ${error}`, maxText) : null,
    lastDropped: drop === undefined ? null : at,
    drop: drop === undefined ? null : keptText(`${drop.type}: ${drop.why}`, maxText),
  };
}

export function foldGuards(states: Iterable<GuardState>): readonly GuardState[] {
  const byKey = new Map<string, GuardState>();
  for (const state of states) {
    const key = JSON.stringify([state.hook, state.file]);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? state : merged(known, state));
  }
  return [...byKey.values()].sort((one, other) => other.lastRan - one.lastRan).slice(0, maxGuards);
}

function merged(known: GuardState, more: GuardState): GuardState {
  const latest = (name: 'lastRan' | 'lastDenied' | 'lastFailed' | 'lastDropped'): GuardState =>
    (more[name] ?? -1) >= (known[name] ?? -1) ? more : known;
  const { lastFailed, failure } = latest('lastFailed');
  const { lastDropped, drop } = latest('lastDropped');
  const [{ lastRan }, { lastDenied }] = [latest('lastRan'), latest('lastDenied')];
  const ran = known.ran + more.ran;
  return { ...more, ran, lastRan, lastDenied, lastFailed, failure, lastDropped, drop };
}

export function isGuardState(value: unknown): value is GuardState {
  if (!isObject(value) || typeof value['hook'] !== 'string') return false;
  const are = (type: string, ...names: readonly string[]): boolean =>
    names.every((name) => value[name] === null || typeof value[name] === type);
  return (
    Number.isFinite(value['ran']) &&
    Number.isFinite(value['lastRan']) &&
    are('number', 'lastDenied', 'lastFailed', 'lastDropped') &&
    are('string', 'file', 'failure', 'drop')
  );
}
