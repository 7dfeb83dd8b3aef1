import { createHash } from 'node:crypto';
import type { Excuses } from '../../engine/firing/excuses.ts';
import { canonicalJson } from '../../trace/decision-code.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import { ruleBefore } from '../../trace/record/run-body.ts';
import type { CallException, HoldingGuard, RuleException } from '../state/exceptions/exception.ts';
import type { RegisteredHook } from './registered-hooks.ts';

/** How every reason begins why something was not obeyed. */
const excusePrefix = 'a person let it pass: ';

export function isExcuse(why: string): boolean {
  return why.startsWith(excusePrefix);
}

/** Whether a person let something of a recorded event pass, by itself or by opening a rule. */
export function wasLetPass({ firing, runs }: RecordedFiring): boolean {
  const isOpened = firing.openRules !== undefined && firing.openRules.length > 0;
  return isOpened || runs.some(({ dropped }) => dropped.some(({ why }) => isExcuse(why)));
}

interface Holding {
  readonly hook: string;
  readonly effect: 'deny' | 'ask';
  readonly subject: unknown;
  readonly reason: string;
}

/** What exceptions say to the hooks of one firing, and what these held back. */
export class CallExcuses implements Excuses {
  readonly #facts: ReadonlyMap<string, RegisteredHook>;
  readonly #exception: CallException | null;
  readonly #rules: readonly RuleException[];
  readonly #holding: Holding[] = [];
  /** The guards that would have held the call back. */
  readonly lifted: HoldingGuard[] = [];
  readonly usedRules = new Set<RuleException>();

  constructor(
    facts: ReadonlyMap<string, RegisteredHook>,
    exception: CallException | null,
    rules: readonly RuleException[],
  ) {
    this.#facts = facts;
    this.#exception = exception;
    this.#rules = rules;
  }

  decision(hook: string, effect: 'deny' | 'ask', subject: unknown, reason: string): string | null {
    const guard = this.#exception === null ? null : this.#guard({ hook, effect, subject, reason });
    const excused = this.#exception?.call.guards.some((one) => guard !== null && isSame(one, guard));
    if (guard === null || excused !== true) {
      this.#holding.push({ hook, effect, subject, reason });
      return null;
    }
    this.lifted.push(guard);
    return `${excusePrefix}${this.#exception?.id}`;
  }

  rule(_hook: string, rule: string): boolean {
    const open = this.#rules.find((one) => one.rule === rule);
    if (open !== undefined) this.usedRules.add(open);
    return open !== undefined;
  }

  /** Whether hooks of that name said it of their own accord, and may be excused. */
  holds(hook: string, effect: 'deny' | 'ask'): boolean {
    return this.#holding.some((one) => one.hook === hook && one.effect === effect);
  }

  /** Whom an exception would have to lift, those included that one has lifted. */
  guards(): readonly HoldingGuard[] {
    return [...this.lifted, ...this.#holding.map((one) => this.#guard(one))];
  }

  #guard({ hook, effect, subject, reason }: Holding): HoldingGuard {
    const file = this.#facts.get(hook)?.file ?? null;
    const said = fingerprint(ruleBefore(reason) ?? reason);
    return { hook, file, judged: fingerprint(canonicalJson(subject)), effect, said };
  }
}

/** A guard that says something else of the same call, or says no where it had asked, has another reason to hold it back. */
function isSame(one: HoldingGuard, other: HoldingGuard): boolean {
  return guardFields.every((name) => one[name] === other[name]);
}

const guardFields = ['hook', 'file', 'judged', 'effect', 'said'] as const;

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
