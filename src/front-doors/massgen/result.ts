import type { Place } from '../../engine/outcome/effects.ts';
import type { Decision, Outcome } from '../../engine/outcome/outcome.ts';
import { describe } from '../../engine/values/text.ts';

export type InjectionStrategy = 'tool_result' | 'user_message';

export interface HookInject {
  readonly content: string;
  readonly strategy?: InjectionStrategy;
}

export interface ExecutedHook {
  readonly hook_name: string;
  readonly hook_type: 'pre' | 'post';
  /** `error` when the hook failed, whatever that did to the call. */
  readonly decision: Decision | 'error';
  readonly reason: string | null;
  readonly execution_time_ms: number | null;
  readonly injection_preview: string | null;
  readonly injection_content: string | null;
}

export type HookResultFields = Omit<
  HookResult,
  'addError' | 'hasErrors' | 'toDict' | 'toJSON' | 'hook_errors'
> & { readonly hook_errors: readonly string[] };

export class HookResult {
  readonly allowed: boolean;
  readonly decision: Decision;
  readonly reason: string | null;
  readonly updated_input: Readonly<Record<string, unknown>> | null;
  readonly updated_output?: unknown;
  readonly inject: HookInject | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly modified_args: string | null;
  readonly hook_errors: string[];
  readonly hook_name: string | null;
  readonly hook_type: string | null;
  readonly execution_time_ms: number | null;
  readonly executed_hooks: readonly ExecutedHook[];

  constructor(fields: Partial<HookResultFields> = {}) {
    const isDenied = fields.allowed === false || fields.decision === 'deny';
    this.allowed = !isDenied;
    this.decision = isDenied ? 'deny' : (fields.decision ?? 'allow');
    this.reason = fields.reason ?? null;
    this.updated_input = fields.updated_input ?? null;
    if (fields.updated_output !== undefined) this.updated_output = fields.updated_output;
    this.inject = fields.inject ?? null;
    this.metadata = fields.metadata ?? {};
    this.modified_args = fields.modified_args ?? null;
    this.hook_errors = [...(fields.hook_errors ?? [])];
    this.hook_name = fields.hook_name ?? null;
    this.hook_type = fields.hook_type ?? null;
    this.execution_time_ms = fields.execution_time_ms ?? null;
    this.executed_hooks = fields.executed_hooks ?? [];
  }

  static allow(): HookResult {
    return new HookResult();
  }

  static deny(reason?: string): HookResult {
    return new HookResult({ decision: 'deny', reason: reason ?? null });
  }

  static ask(reason?: string): HookResult {
    return new HookResult({ decision: 'ask', reason: reason ?? null });
  }

  /** Replaces the output of the tool by what the model may see of it. */
  static redact(output: unknown): HookResult {
    return new HookResult({ updated_output: output });
  }

  /** An unknown decision denies: it may have been meant to. */
  static fromDict(fields: { readonly [K in keyof HookResultFields]?: unknown }): HookResult {
    const problem = problemOf(fields);
    const result = new HookResult(fields as Partial<HookResultFields>);
    if (problem === null) return result;
    const errors = [...result.hook_errors, problem];
    return new HookResult({
      ...result,
      allowed: false,
      reason: result.reason ?? problem,
      hook_errors: errors,
    });
  }

  addError(error: string): void {
    this.hook_errors.push(error);
  }

  hasErrors(): boolean {
    return this.hook_errors.length > 0;
  }

  toDict(): HookResultFields {
    return { ...this };
  }

  toJSON(): HookResultFields {
    return this.toDict();
  }
}

export interface HookInjection {
  readonly content: string;
  /** `system` comes only from hooks of other systems in the chain. */
  readonly strategy: Place;
  readonly hook_name: string;
}

export class ChainResult extends HookResult {
  readonly injections: readonly HookInjection[];
  readonly outcome: Outcome;

  constructor(fields: Partial<HookResultFields>, injections: readonly HookInjection[], outcome: Outcome) {
    super(fields);
    this.injections = injections;
    this.outcome = outcome;
  }

  override toDict(): HookResultFields {
    const { injections: _, outcome: __, ...fields } = this;
    return fields;
  }
}

const decisions: readonly unknown[] = ['allow', 'deny', 'ask', undefined, null];
const flags: readonly unknown[] = [true, false, undefined, null];

function problemOf({ decision, allowed }: { decision?: unknown; allowed?: unknown }): string | null {
  if (!decisions.includes(decision)) return `the decision ${describe(decision)} is none of allow, deny, ask`;
  return flags.includes(allowed) ? null : `allowed is true or false, not ${describe(allowed)}`;
}
