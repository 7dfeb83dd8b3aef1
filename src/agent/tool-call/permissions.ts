import type { ToolInput } from '../../engine/points/inputs.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { SerialQueue } from '../../engine/values/serial-queue.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe } from '../../engine/values/text.ts';
import type { AgentIdentity } from '../../models/model.ts';
import { aboutOf, PermissionRules, type RuleLists } from '../../permissions/permission-rules.ts';

export const permissionModes = {
  default: 'Tools that only read run; everything else is asked for.',
  acceptEdits: 'As default, and tools that only change files run too.',
  plan: 'Tools that only read run; everything else is denied.',
  bypassPermissions: 'Everything runs that no hook and no rule blocks.',
  dontAsk: 'What would be asked for is denied.',
} as const;

export type PermissionMode = keyof typeof permissionModes;

export interface ApprovalRequest {
  readonly toolName: string;
  readonly input: ToolInput;
  readonly toolUseId: string;
  readonly agent: AgentIdentity;
  readonly reason: string;
}

export type Approval =
  | boolean
  | { readonly allow: true; readonly input?: ToolInput }
  | { readonly allow: false; readonly reason?: string };

export type Approver = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => Approval | Promise<Approval>;

export interface PermissionOptions {
  readonly mode?: PermissionMode;
  readonly rules?: RuleLists;
  readonly approver?: Approver;
}

export interface ToolTraits {
  readonly edits?: boolean;
  readonly readOnly?: boolean;
}

export interface PermissionCall {
  readonly toolName: string;
  readonly input: ToolInput;
  readonly cwd: string;
  readonly traits: ToolTraits;
  readonly hook: {
    readonly decision: 'allow' | 'ask' | null;
    readonly reason: string | null;
    readonly decidedBy: string | null;
  };
}

export type Judgement =
  | { readonly verdict: 'allow' }
  | { readonly verdict: 'deny' | 'ask'; readonly reason: string };

export class Permissions {
  #mode: PermissionMode;
  readonly approver: Approver | null;
  readonly #rules: PermissionRules;
  readonly #questions = new SerialQueue();

  constructor({ mode = 'default', rules, approver }: PermissionOptions = {}) {
    this.#mode = checkedMode(mode);
    this.approver = approver ?? null;
    this.#rules = new PermissionRules(rules);
  }

  get mode(): PermissionMode {
    return this.#mode;
  }

  set mode(mode: PermissionMode) {
    this.#mode = checkedMode(mode);
  }

  inTurn<T>(ask: () => Promise<T>): Promise<T> {
    return this.#questions.run(ask);
  }

  judge(call: PermissionCall): Judgement {
    const { toolName, hook, traits } = call;
    const denied = this.#rules.denies(call);
    if (denied !== null)
      return { verdict: 'deny', reason: `the rule ${denied.rule} denies it${aboutOf(denied)}` };
    if (this.mode === 'plan' && traits.readOnly !== true) {
      return { verdict: 'deny', reason: `${toolName} may change something, and the mode is plan` };
    }
    const asked = this.#rules.asks(call);
    if (asked !== null) return this.#ask(`the rule ${asked.rule} asks for approval${aboutOf(asked)}`);
    if (hook.decision === 'ask') return this.#ask(askOf(hook));
    if (hook.decision === 'allow' || this.#isFree(traits) || this.#rules.allows(call) !== null) {
      return { verdict: 'allow' };
    }
    return this.#ask(`no rule and no hook allows it in the mode ${this.mode}`);
  }

  #isFree({ edits, readOnly }: ToolTraits): boolean {
    if (this.mode === 'bypassPermissions' || readOnly === true) return true;
    return this.mode === 'acceptEdits' && edits === true;
  }

  #ask(reason: string): Judgement {
    if (this.mode !== 'dontAsk') return { verdict: 'ask', reason };
    return { verdict: 'deny', reason: `the mode is dontAsk, and ${reason}` };
  }
}

function askOf({ reason, decidedBy }: PermissionCall['hook']): string {
  const who = decidedBy === null ? 'a hook' : `the hook "${decidedBy}"`;
  return `${who} asks for approval${reason === null ? '' : `: ${reason}`}`;
}

function checkedMode(mode: PermissionMode): PermissionMode {
  if (Object.hasOwn(permissionModes, mode)) return mode;
  const names = Object.keys(permissionModes);
  throw new HooklineError(
    'option-invalid',
    `unknown permission mode ${describe(mode)}: it is one of ${names.join(', ')}${didYouMean(mode, names)}`,
  );
}
