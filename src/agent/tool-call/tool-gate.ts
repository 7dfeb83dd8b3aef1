import { isDeepStrictEqual } from 'node:util';
import type { ProtectedPath } from '../../builtin/own-files/protected-path.ts';
import { ProtectedPaths } from '../../builtin/own-files/protected-paths.ts';
import { isRuleGuard } from '../../builtin/permission-rules/permission-rules.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { Notice, Outcome } from '../../engine/outcome/outcome.ts';
import type { ToolInput } from '../../engine/points/inputs.ts';
import type { FireInput, ValueOf } from '../../engine/points/point-types.ts';
import { freezeCopy } from '../../engine/values/json.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { AgentIdentity } from '../../models/model.ts';
import { type ToolResult, textOfContent, toolError } from '../../models/tool-result.ts';
import { suppressedText } from '../../protocols/wire-input.ts';
import { PendingContext } from '../conversation/pending-context.ts';
import { neverAborted, untilAborted } from '../loop/abort.ts';
import { isCheckable, problemWith } from '../tools/input-check.ts';
import {
  type Approval,
  type Approver,
  type Judgement,
  type PermissionOptions,
  Permissions,
} from './permissions.ts';
import { type GateAnswer, type ToolCall, type ToolCallOptions, ToolCallState } from './tool-call-state.ts';
import { denialOf, plainText, renderResponse } from './tool-texts.ts';

export interface ToolGateOptions {
  readonly hooks: Pick<Hooks, 'fire'>;
  /** Default: everything runs that no hook blocks. */
  readonly permissions?: Permissions | PermissionOptions;
  readonly protectedPaths?: readonly ProtectedPath[] | ProtectedPaths;
  readonly cwd?: string;
  /** The agent that calls. Without it, only global hooks run. */
  readonly agent?: AgentIdentity;
  /** Holds text for the next system prompt. Default: `gate.pending`. */
  readonly pending?: PendingContext;
  readonly notice?: (notice: GateNotice, point: string | null) => void;
  readonly asking?: (message: string) => Promise<void>;
}

export interface GateNotice extends Omit<Notice, 'hook'> {
  readonly hook: string | null;
}

export interface AdmittedCall {
  readonly isAllowed: boolean;
  answer(): GateAnswer;
  run(run: ToolRunner): Promise<GateAnswer>;
}

export type ToolRunner = (input: ToolInput) => string | ToolResult | Promise<string | ToolResult>;

const noAgent: AgentIdentity = { id: '', type: null };

const maxChanges = 3;
const changedSince = 'hooks changed what was approved';
const noAgreement = `${maxChanges} approvals changed the input, and hooks changed it again after each of them`;

export class ToolGate {
  readonly pending: PendingContext;
  readonly permissions: Permissions;
  readonly #options: ToolGateOptions;
  readonly #protected: ProtectedPaths;
  readonly #cwd: string;

  constructor(options: ToolGateOptions) {
    const { permissions = { mode: 'bypassPermissions' }, protectedPaths = [] } = options;
    this.#options = options;
    this.#cwd = options.cwd ?? process.cwd();
    this.pending = options.pending ?? new PendingContext();
    this.permissions = permissions instanceof Permissions ? permissions : new Permissions(permissions);
    this.#protected =
      protectedPaths instanceof ProtectedPaths
        ? protectedPaths
        : new ProtectedPaths(protectedPaths, this.#cwd);
  }

  async call(call: ToolCall, run: ToolRunner, options: ToolCallOptions = {}): Promise<GateAnswer> {
    return (await this.admit(call, options)).run(run);
  }

  /** The first half of `call`, for hosts that do something else before the tool runs. Never rejects. */
  async admit(call: ToolCall, options: ToolCallOptions = {}): Promise<AdmittedCall> {
    const state = new ToolCallState(call, options);
    const judged = async (step: () => Promise<unknown>): Promise<void> => {
      try {
        await step();
      } catch (problem) {
        // For example a response that isn't plain data: it must not pass unjudged.
        state.refuse(`Hooks could not judge this call of ${call.name}: ${messageOf(problem)}`);
      }
    };
    let isAllowed = false;
    await judged(async () => {
      const problem = problemOf(state);
      if (problem !== null) state.refuse(problem);
      else isAllowed = await this.#admit(state);
    });
    return {
      isAllowed,
      answer: () => state.answer(),
      run: async (run) => {
        if (isAllowed) await judged(() => this.#execute(state, run));
        return state.answer();
      },
    };
  }

  async #execute(state: ToolCallState, run: ToolRunner): Promise<void> {
    const problem = problemOf(state);
    state.executed = problem === null;
    const result = problem === null ? await this.#runWatched(state, run) : toolError(problem);
    if (result.isError === true) await this.#failed(state, result);
    else await this.#succeeded(state, result);
  }

  /** Restores protected files that the call changed before any hook hears of the call. */
  async #runWatched({ call, input, options }: ToolCallState, run: ToolRunner): Promise<ToolResult> {
    if (options.readOnly === true) return runSafely(run, input);
    const [result, changes] = await this.#protected.watch(() => runSafely(run, input));
    if (changes.length === 0) return result;
    const what = changes.map(({ path, remedy }) => `${path} ${remedy}`).join('; ');
    const message = `${call.name} changed what guards this session: ${what}`;
    this.#options.notice?.({ level: 'error', message, hook: null }, null);
    return toolError([message, textOfContent(result.content)].filter((text) => text !== '').join('\n'));
  }

  /** The tool runs with the input that hooks and rules judged last. A changed input passes all of them again. */
  async #admit(state: ToolCallState): Promise<boolean> {
    let approved: ToolInput | null = null;
    for (let changes = 0; ; changes += 1) {
      const before = await this.#preToolUse(state);
      if (before === null) return false;
      state.input = before.value;
      if (before.modified) state.changedBy = changerOf(before);
      const judgement = this.#judge(state, before);
      if (judgement.verdict === 'deny') return state.refuse(`Permission denied: ${judgement.reason}`);
      if (approved === null ? judgement.verdict === 'allow' : isSame(before.value, approved)) return true;
      if (changes === maxChanges) return state.refuse(`Permission denied: ${noAgreement}`);
      const reason = judgement.verdict === 'ask' ? judgement.reason : changedSince;
      approved = asksItself(before) ? await this.#askPresent(state, reason) : await this.#ask(state, reason);
      if (approved === null) return false;
      if (approved === before.value) return true;
    }
  }

  async #preToolUse(state: ToolCallState): Promise<Outcome<ToolInput> | null> {
    const { call, input } = state;
    const outcome = await this.#fire('PreToolUse', state, {
      tool_name: call.name,
      tool_input: input,
      tool_use_id: call.id,
    });
    if (outcome.decision === 'deny') state.refuse(denialOf(outcome));
    else if (state.halted) state.refuseHalted();
    else return outcome;
    return null;
  }

  #judge({ call, input, options }: ToolCallState, { decision, reason, decidedBy }: Outcome): Judgement {
    const touched =
      options.readOnly === true
        ? null
        : this.#protected.touchedBy({ toolName: call.name, input, cwd: this.#cwd });
    if (touched !== null)
      return { verdict: 'deny', reason: `${touched} belongs to what guards this session` };
    return this.permissions.judge({
      toolName: call.name,
      input,
      cwd: this.#cwd,
      traits: options,
      hook: { decision: decision === 'deny' ? null : decision, reason, decidedBy },
    });
  }

  /** A hook asks for a person. Without one, other hooks can't answer instead. */
  async #askPresent(state: ToolCallState, reason: string): Promise<ToolInput | null> {
    if (this.#approverOf(state) !== null) return this.#ask(state, reason);
    await this.#askPerson(state, reason);
    return null;
  }

  async #ask(state: ToolCallState, reason: string): Promise<ToolInput | null> {
    const asked = await this.#permissionRequest(state);
    if (asked === null) return null;
    const offered = state.input;
    if (asked.decision !== 'allow' && !(await this.#askPerson(state, reason))) return null;
    const approved = state.input;
    if (approved === offered) return approved;
    if ((await this.#permissionRequest(state)) === null) return null;
    if (isSame(state.input, approved)) return approved;
    state.refuse(`Permission denied: PermissionRequest ${changedSince}`);
    return null;
  }

  async #permissionRequest(state: ToolCallState): Promise<Outcome<ToolInput> | null> {
    const { call, input } = state;
    const asked = await this.#fire('PermissionRequest', state, { tool_name: call.name, tool_input: input });
    if (asked.decision === 'deny') state.refuse(denialOf(asked));
    else if (state.halted) state.refuseHalted();
    else {
      if (asked.modified) state.change(asked.value, changerOf(asked));
      return asked;
    }
    return null;
  }

  async #askPerson(state: ToolCallState, reason: string): Promise<boolean> {
    const approver = this.#approverOf(state);
    const { call, input } = state;
    await this.#options.asking?.(`${call.name} needs approval: ${reason}`);
    if (approver === null) return state.refuse(`Permission denied: there is no person to ask, and ${reason}`);
    const agent = this.#options.agent ?? noAgent;
    const signal = state.options.signal ?? neverAborted;
    const request = { toolName: call.name, input, toolUseId: call.id, agent, reason };
    try {
      const ask = (): Promise<Approval> =>
        this.permissions.inTurn(() => untilAborted(async () => approver(request, { signal }), signal));
      const answer = await untilAborted(ask, signal);
      return takeApproval(state, answer);
    } catch (problem) {
      return state.refuse(`Permission denied: asking failed (${messageOf(problem)}), and ${reason}`);
    }
  }

  #approverOf({ options }: ToolCallState): Approver | null {
    return options.approver ?? this.permissions.approver;
  }

  async #succeeded(state: ToolCallState, { content, response = content }: ToolResult): Promise<void> {
    const { call, input, options } = state;
    const said = { tool_name: call.name, tool_input: input, tool_response: response, tool_use_id: call.id };
    const after = await this.#fire('PostToolUse', state, said, {
      render: (value) => textOfContent(isSame(value, response) ? content : renderResponse(value, options)),
    });
    state.content = content;
    state.response = after.value;
    if (after.suppressed) state.content = state.response = suppressedText;
    else if (after.modified) state.content = renderResponse(after.value, options);
  }

  async #failed(state: ToolCallState, { content }: ToolResult): Promise<void> {
    const { call, input } = state;
    state.content = content;
    state.isError = true;
    const error = textOfContent(content);
    const failure = { tool_name: call.name, tool_input: input, tool_use_id: call.id, error };
    // The interrupt that made the tool fail must not keep hooks from hearing of it.
    const after = state.aborted
      ? await this.#fire(
          'PostToolUseFailure',
          state,
          { ...failure, is_interrupt: true },
          { signal: null, render: plainText },
        )
      : await this.#fire('PostToolUseFailure', state, failure, { render: plainText });
    if (after.suppressed) state.content = suppressedText;
    else if (after.modified) state.content = plainText(after.value);
  }

  async #fire<R extends 'PreToolUse' | 'PermissionRequest' | 'PostToolUse' | 'PostToolUseFailure'>(
    point: R,
    state: ToolCallState,
    input: FireInput<R>,
    options: { readonly signal?: null; readonly render?: (value: unknown) => string } = {},
  ): Promise<Outcome<ValueOf<R>>> {
    const { agent, notice, hooks } = this.#options;
    const { signal = state.options.signal ?? null, render } = options;
    const outcome = await hooks.fire(point, input, {
      toolUseId: state.call.id,
      ...(agent === undefined ? {} : { agent: agent.id }),
      ...(signal === null ? {} : { signal }),
      ...(render === undefined ? {} : { render }),
    });
    for (const item of state.gather(outcome)) this.pending.add((agent ?? noAgent).id, item);
    for (const each of outcome.notices) notice?.(each, point);
    return outcome;
  }
}

function problemOf({ call, input, options, changedBy }: ToolCallState): string | null {
  if (options.inputSchema === undefined) return null;
  // The tool itself judges the model's input. A hook's change is checked first.
  if (changedBy === null && !isCheckable(options.inputSchema)) return null;
  const problem = problemWith(input, options.inputSchema);
  if (problem === null) return null;
  const by = changedBy === null ? '' : `, as ${changedBy} changed it,`;
  return `The input of ${call.name}${by} does not fit its schema:\n${problem}`;
}

function takeApproval(state: ToolCallState, approval: Approval): boolean {
  if (approval === true) return true;
  if (approval === false) return state.refuse('Permission denied by the user');
  if (!approval.allow)
    return state.refuse(`Permission denied by the user: ${approval.reason ?? 'no reason'}`);
  if (approval.input !== undefined) state.change(approval.input, 'the user');
  return true;
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || isDeepStrictEqual(freezeCopy(left), freezeCopy(right));
}

function asksItself({ runs }: Outcome): boolean {
  return runs.some(({ hook, effects }) => !isRuleGuard(hook) && effects.some(({ type }) => type === 'ask'));
}

function changerOf({ runs }: Outcome): string {
  const run = runs.findLast(({ effects }) => effects.some(({ type }) => type === 'modify'));
  return run === undefined ? 'a hook' : `the hook "${run.hook}"`;
}

async function runSafely(run: ToolRunner, input: ToolInput): Promise<ToolResult> {
  try {
    const result = await run(input);
    return typeof result === 'string' ? { content: result } : result;
  } catch (problem) {
    return toolError(messageOf(problem));
  }
}
