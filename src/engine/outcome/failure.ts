import { HooklineError } from '../values/errors.ts';
import { valueAt } from '../values/shapes.ts';
import { describe, messageOf } from '../values/text.ts';
import type { Effect } from './effects.ts';

export const failureKinds = {
  timeout: { closed: false, summary: 'It did not answer in time.' },
  threw: { closed: false, summary: 'It threw an error.' },
  exit: { closed: false, summary: 'Its process ended with a code other than 0, or by a signal.' },
  invalid: { closed: false, summary: 'Its reply could not be understood.' },
  unclear: { closed: true, summary: 'Its reply was understood, but for what it decided.' },
  missing: { closed: true, summary: 'It could not be run at all: import failed, command not found.' },
  cancelled: { closed: true, summary: 'The firing was cancelled; the action never goes ahead.' },
} as const;

export type FailureKind = keyof typeof failureKinds;

export type FailurePolicy =
  | 'open'
  | 'closed'
  | { readonly [K in Exclude<FailureKind, 'cancelled'>]?: 'open' | 'closed' };

export class HookFailure extends Error {
  override readonly name: string = 'HookFailure';
  readonly kind: FailureKind;
  readonly effects: readonly Effect[];

  constructor(kind: FailureKind, message: string, effects: readonly Effect[] = []) {
    super(message);
    this.kind = Object.hasOwn(failureKinds, kind) ? kind : 'threw';
    this.effects = effects;
  }

  /** A copy: the object may lie about its kind, or throw when it is looked at. Only the engine cancels. */
  static from(problem: unknown, kind: FailureKind): HookFailure {
    try {
      if (!isFailure(problem)) return new HookFailure(kind, messageOf(problem));
      const own = problem.kind === 'cancelled' ? 'threw' : problem.kind;
      return new HookFailure(own, messageOf(problem), [...problem.effects]);
    } catch {
      return new HookFailure(kind, 'threw something that cannot be shown');
    }
  }

  static timeout(limitMs: number): HookFailure {
    return new HookFailure('timeout', `did not answer within ${Math.round(limitMs)} ms`);
  }

  carrying(effects: readonly Effect[]): HookFailure {
    return new HookFailure(this.kind, this.message, effects);
  }
}

/** Whether it is a failure, also one of another copy of the package: a hook in JavaScript imports its own. */
export function isFailure(value: unknown): value is HookFailure {
  if (!(value instanceof Error)) return false;
  return (
    value instanceof HookFailure ||
    (value.name === 'HookFailure' && Array.isArray(valueAt(value, ['effects'])))
  );
}

const kinds = Object.keys(failureKinds) as FailureKind[];

export type KindSet = number;

function bit(kind: FailureKind): KindSet {
  return 1 << kinds.indexOf(kind);
}

export function includesKind(set: KindSet, kind: FailureKind): boolean {
  return (set & bit(kind)) !== 0;
}

export function closedKinds(policy: FailurePolicy | undefined): KindSet {
  let closed = 0;
  for (const kind of kinds) {
    const fallback = failureKinds[kind].closed ? 'closed' : 'open';
    const stated =
      typeof policy === 'object' ? (policy as Partial<Record<FailureKind, string>>)[kind] : policy;
    if (kind === 'cancelled' || (stated ?? fallback) === 'closed') closed |= bit(kind);
  }
  return closed;
}

export function asksToBlock(policy: FailurePolicy | undefined): boolean {
  return policy === 'closed' || (typeof policy === 'object' && Object.values(policy).includes('closed'));
}

export function checkPolicy(policy: unknown): void {
  const isWord = (word: unknown): boolean => word === 'open' || word === 'closed';
  if (policy === undefined || isWord(policy)) return;
  if (typeof policy === 'object' && policy !== null) {
    const wrong = Object.entries(policy).find(
      ([kind, word]) => kind === 'cancelled' || !Object.hasOwn(failureKinds, kind) || !isWord(word),
    );
    if (wrong === undefined) return;
  }
  const choices = kinds.filter((kind) => kind !== 'cancelled').join(', ');
  throw new HooklineError(
    'option-invalid',
    `onFailure is "open", "closed", or one of the two for each of ${choices}; not ${describe(policy)}`,
    'onFailure',
  );
}

export interface PolicySpelling {
  readonly fail_closed?: boolean;
  readonly onError?: 'skip' | 'log' | 'abort';
}

export interface ReadPolicy {
  readonly onFailure?: FailurePolicy;
  readonly silent: boolean;
}

/** `missing` and `unclear` stay closed: something may have been decided. */
const opened: FailurePolicy = { timeout: 'open', threw: 'open', exit: 'open', invalid: 'open' };
const errorBehaviors = {
  skip: { onFailure: opened, silent: true },
  log: { onFailure: opened, silent: false },
  abort: { onFailure: 'closed', silent: false },
} as const satisfies Record<string, ReadPolicy>;

export function readPolicySpelling(spelling: PolicySpelling): ReadPolicy {
  if (spelling.fail_closed === true) return { onFailure: 'closed', silent: spelling.onError === 'skip' };
  return spelling.onError === undefined ? { silent: false } : errorBehaviors[spelling.onError];
}
