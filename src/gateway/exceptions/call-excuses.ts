import { createHash } from 'node:crypto';
import type { Excuses } from '../../engine/firing/context.ts';
import type { HookInfo, Hooks } from '../../engine/hooks/hooks.ts';
import { allowancePrefix } from '../../trace/allowed-by-person.ts';
import { canonicalJson } from '../../trace/decision-code.ts';
import { ruleBefore } from '../../trace/record/run-body.ts';
import type { CallException, HoldingGuard, RuleException } from '../state/exceptions/exception.ts';

interface Holding {
  readonly hook: string;
  readonly effect: 'deny' | 'ask';
  readonly subject: unknown;
  readonly reason: string;
}

export class CallExcuses implements Excuses {
  readonly #facts: ReadonlyMap<string, RegisteredHook>;
  readonly #exception: CallException | null;
  readonly #rules: readonly RuleException[];
  readonly #holding: Holding[] = [];
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
    return `${allowancePrefix}${this.#exception?.id}`;
  }

  rule(_hook: string, rule: string): boolean {
    const open = this.#rules.find((one) => one.rule === rule);
    if (open !== undefined) this.usedRules.add(open);
    return open !== undefined;
  }

  holds(hook: string, effect: 'deny' | 'ask'): boolean {
    return this.#holding.some((one) => one.hook === hook && one.effect === effect);
  }

  guards(): readonly HoldingGuard[] {
    return [...this.lifted, ...this.#holding.map((one) => this.#guard(one))];
  }

  #guard({ hook, effect, subject, reason }: Holding): HoldingGuard {
    const file = this.#facts.get(hook)?.file ?? null;
    const said = fingerprint(ruleBefore(reason) ?? reason);
    return { hook, file, judged: fingerprint(canonicalJson(subject)), effect, said };
  }
}

/** A guard that gives another reason for the same call, or denies instead of asking, isn't excused. */
function isSame(one: HoldingGuard, other: HoldingGuard): boolean {
  return guardFields.every((name) => one[name] === other[name]);
}

const guardFields = ['hook', 'file', 'judged', 'effect', 'said'] as const;

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export interface RegisteredHook {
  readonly file: string | null;
  readonly final: boolean;
}

const known = new WeakMap<Hooks, ReadonlyMap<string, RegisteredHook>>();

export function registeredHooks(hooks: Hooks): ReadonlyMap<string, RegisteredHook> {
  const found = known.get(hooks);
  if (found !== undefined) return found;
  const byName = new Map<string, RegisteredHook>();
  for (const { name, source, final } of hooks.list() satisfies readonly HookInfo[])
    byName.set(name, { file: source, final: final || byName.get(name)?.final === true });
  known.set(hooks, byName);
  return byName;
}
