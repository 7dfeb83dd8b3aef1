import { isDeepStrictEqual } from 'node:util';
import { PendingContext } from '../agent/conversation/pending-context.ts';
import { type Approver, Permissions } from '../agent/tool-call/permissions.ts';
import type { GateAnswer, ToolCall, ToolCallOptions } from '../agent/tool-call/tool-call-state.ts';
import { type AdmittedCall, ToolGate, type ToolGateOptions } from '../agent/tool-call/tool-gate.ts';
import { denialOf, plainText } from '../agent/tool-call/tool-texts.ts';
import { Hooks } from '../engine/hooks/hooks.ts';
import type { Outcome } from '../engine/outcome/outcome.ts';
import type { ToolInput } from '../engine/points/inputs.ts';
import type { FireInput, ValueOf } from '../engine/points/point-types.ts';
import { putLast } from '../engine/values/maps.ts';
import { checkOptions, type OptionChecks, textCheck } from '../engine/values/options.ts';
import { isObject } from '../engine/values/shapes.ts';
import { messageOf } from '../engine/values/text.ts';
import { textOfContent } from '../models/tool-result.ts';

export type Policy = Hooks | PolicyOptions;

export interface PolicyOptions extends Pick<ToolGateOptions, 'protectedPaths' | 'cwd' | 'notice'> {
  readonly hooks: Hooks;
  /** The agent whose own hooks run too. Default: the framework's name of the agent, if it has one. */
  readonly agent?: string;
  /** Asks a person immediately. Default: the framework's own approval, where it has one. */
  readonly approver?: Approver;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const checks: OptionChecks<PolicyOptions> = {
  hooks: ['Hooks', (value) => value instanceof Hooks],
  agent: textCheck,
  approver: ['a function', isFunction],
  notice: ['a function', isFunction],
  cwd: textCheck,
  protectedPaths: ['a list of paths', (value) => typeof value === 'object'],
};

export interface GuardedCall extends ToolCall {
  readonly agent?: string | undefined;
}

export function callOf(id: string, name: string, input: unknown, agent?: string): GuardedCall {
  return { id, name, input: isObject(input) ? input : { input }, ...(agent !== undefined && { agent }) };
}

export function guardEach<Tools extends Readonly<Record<string, object>>>(
  tools: Tools,
  policy: Policy,
  guardTool: (name: string, tool: object, guard: Guard) => object,
): Tools {
  const guard = Guard.of(policy);
  const guarded = Object.entries(tools).map(([name, tool]) => [name, guardTool(name, tool, guard)]);
  return Object.fromEntries(guarded) as Tools;
}

export type ToolVerdict =
  | { readonly verdict: 'allow'; readonly input: ToolInput }
  | { readonly verdict: 'deny'; readonly reason: string }
  | { readonly verdict: 'ask'; readonly reason: string };

export interface CallOptions extends Pick<ToolCallOptions, 'inputSchema'> {
  readonly signal?: AbortSignal | undefined;
  readonly isApproved?: boolean;
  /** The id it was judged under, where the framework had none then. */
  readonly judgedAs?: string;
}

interface JudgeOptions extends CallOptions {
  /** The framework asks a person anyway, which may take long, so the call is judged again when it runs. */
  readonly isAsked?: boolean;
}

export interface Ran {
  readonly error: Error | null;
  readonly isThrown: boolean;
  readonly value: unknown;
  readonly isChanged: boolean;
  readonly text: string;
  readonly appended: readonly string[];
  readonly executed: boolean;
}

export interface ModelTurn {
  /** Why the model must not be called. */
  readonly refusal: string | null;
  readonly prompt: string | null;
  readonly system: readonly string[];
  readonly messages: readonly string[];
  told(): void;
}

export interface ModelEnd {
  readonly text: string | null;
  readonly resume: readonly string[] | null;
}

interface Later {
  readonly system: string[];
  readonly messages: string[];
  halt: string | null;
}

interface Judged {
  readonly call: GuardedCall;
  readonly pending: PendingContext;
  readonly admitted: AdmittedCall;
}

const guards = new WeakMap<object, Guard>();
const maxResumes = 8;
/** A framework may never come back to a call. */
export const maxCalls = 10_000;
const promptPoints = ['UserPromptSubmit', 'pre:message'] as const;
const endedTurn = 'A hook ended the turn.';

/** Shared by all adapters: the tool gate, and the points of the model's side. */
export class Guard {
  readonly options: PolicyOptions;
  readonly #permissions: Permissions;
  readonly #judged = new Map<string, Judged>();
  readonly #later = new Map<string, Later>();
  readonly #noticed = new Set<string>();

  private constructor(policy: Policy) {
    this.options = policy instanceof Hooks ? { hooks: policy } : policy;
    checkOptions('the policy', this.options, checks, ['hooks']);
    const { approver } = this.options;
    this.#permissions = new Permissions({ mode: 'bypassPermissions', ...(approver && { approver }) });
  }

  /** One guard per policy, so its tools and models share what is pending. */
  static of(policy: Policy): Guard {
    const known = guards.get(policy);
    if (known !== undefined) return known;
    const guard = new Guard(policy);
    guards.set(policy, guard);
    return guard;
  }

  get asksInFramework(): boolean {
    return this.options.approver === undefined;
  }

  listensAt(...points: readonly string[]): boolean {
    return this.options.hooks.list().some(({ point }) => points.includes(point));
  }

  warn(message: string): void {
    if (this.#noticed.has(message)) return;
    this.#noticed.add(message);
    if (this.options.notice === undefined) process.emitWarning(message, 'HooklineWarning');
    else this.options.notice({ level: 'warning', message, hook: null }, null);
  }

  /** Judges a call before the framework runs it. An allowed call is not judged again when it runs. */
  async judge(call: GuardedCall, options: JudgeOptions = {}): Promise<ToolVerdict> {
    let question: string | null = null;
    const asking: Approver = ({ reason, input }) => {
      question = isDeepStrictEqual(input, call.input)
        ? reason
        : `${reason} (hooks changed the input to ${plainText(input)})`;
      return false;
    };
    const judged = await this.#admit(call, options, this.asksInFramework ? asking : undefined);
    if (question !== null) return { verdict: 'ask', reason: question };
    if (options.isAsked !== true || !judged.admitted.isAllowed)
      putLast(this.#judged, call.id, judged, maxCalls);
    const answer = judged.admitted.answer();
    if (judged.admitted.isAllowed) return { verdict: 'allow', input: answer.input };
    this.#remember(call.id, judged, answer);
    return { verdict: 'deny', reason: textOfContent(answer.content) };
  }

  async needsPerson(call: GuardedCall, isAsked: boolean): Promise<boolean> {
    const { verdict } = await this.judge(call, { isAsked });
    return verdict === 'ask' || (isAsked && verdict === 'allow');
  }

  /** Runs a tool that returns any value. Never rejects. */
  async run(call: GuardedCall, execute: (input: never) => unknown, options: CallOptions = {}): Promise<Ran> {
    const judged =
      this.#take(call, options.judgedAs) ?? (await this.#admit(call, options, approverFor(call, options)));
    let returned: unknown;
    let thrown: Error | null = null;
    const answer = await judged.admitted.run(async (input) => {
      try {
        returned = await last(execute(input as never));
      } catch (problem) {
        thrown = problem instanceof Error ? problem : new Error(messageOf(problem));
        throw problem;
      }
      return { content: returned === undefined ? '' : plainText(returned), response: returned };
    });
    this.#remember(call.id, judged, answer);
    const { isError, appended, executed } = answer;
    const text = textOfContent(answer.content);
    const isChanged = answer.response !== (returned ?? (returned === undefined ? '' : null));
    const error = asThrown(thrown, text);
    return {
      error: isError ? (error ?? new Error(text)) : null,
      isThrown: error !== null,
      value: isChanged ? answer.response : returned,
      isChanged,
      text,
      appended,
      executed,
    };
  }

  /** What a call left for the model and the turn, for frameworks without a place for it. */
  takeLater(id: string): Later {
    const later = this.#later.get(id) ?? { system: [], messages: [], halt: null };
    this.#later.delete(id);
    return later;
  }

  /** Fires the points before a model call. `calls` are those whose results the model sees first now. */
  async beforeModel(prompt: string, { isNew, calls, agent, signal }: ModelCallOptions): Promise<ModelTurn> {
    const turn = { prompt: null as string | null, system: [] as string[], messages: [] as string[] };
    const refused = (refusal: string): ModelTurn => ({ refusal, ...turn, told: () => {} });
    for (const id of calls) {
      const later = this.#later.get(id);
      if (later?.halt != null) return refused(later.halt);
      turn.system.push(...(later?.system ?? []));
      turn.messages.push(...(later?.messages ?? []));
    }
    try {
      for (const point of promptPoints.slice(isNew ? 0 : 1)) {
        const outcome = await this.#fire(point, { prompt: turn.prompt ?? prompt }, agent, signal);
        if (outcome.decision === 'deny') return refused(denialOf(outcome));
        if (outcome.halted) return refused(outcome.haltReason ?? endedTurn);
        if (outcome.modified) turn.prompt = plainText(outcome.value);
        for (const { content, into } of outcome.injections)
          (into === 'user_message' ? turn.messages : turn.system).push(content);
      }
    } catch (problem) {
      return refused(`Hooks could not judge this prompt: ${messageOf(problem)}`);
    }
    const told = (): void => {
      for (const id of calls) this.#later.delete(id);
    };
    return { refusal: null, ...turn, told };
  }

  async changedText(output: string, { agent, signal }: FireScope = {}): Promise<string | null> {
    const outcome = await this.#fire('post:message', { output }, agent, signal);
    return outcome.modified ? plainText(outcome.value) : null;
  }

  /** Why the agent must go on; null if it may stop. `resumes`: how often hooks made it go on already. */
  async resumeWith(resumes: number, { agent, signal }: FireScope = {}): Promise<readonly string[] | null> {
    const stop = await this.#fire('Stop', { stop_hook_active: resumes > 0 }, agent, signal);
    if (!stop.resume || stop.halted) return null;
    if (resumes < maxResumes)
      return [stop.reason ?? 'Go on.', ...stop.injections.map(({ content }) => content)];
    this.warn(`Stopped although "${stop.decidedBy}" wants to go on: it did so ${maxResumes} times in a row.`);
    return null;
  }

  async afterModel(output: string, hasCalls: boolean, resumes: number, scope: FireScope): Promise<ModelEnd> {
    const text = await this.changedText(output, scope);
    return { text, resume: hasCalls ? null : await this.resumeWith(resumes, scope) };
  }

  async #fire<R extends 'UserPromptSubmit' | 'pre:message' | 'post:message' | 'Stop'>(
    point: R,
    input: FireInput<R>,
    agent: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<ValueOf<R>>> {
    const who = this.options.agent ?? agent;
    const scope = { ...(who !== undefined && { agent: who }), ...(signal && { signal }) };
    const outcome = await this.options.hooks.fire(point, input, scope);
    for (const notice of outcome.notices) this.options.notice?.(notice, point);
    return outcome;
  }

  async #admit(call: GuardedCall, options: CallOptions, approver: Approver | undefined): Promise<Judged> {
    const { hooks, protectedPaths, cwd, notice, agent = call.agent } = this.options;
    const pending = new PendingContext();
    const gate = new ToolGate({
      hooks,
      pending,
      permissions: this.#permissions,
      ...(protectedPaths && { protectedPaths }),
      ...(cwd !== undefined && { cwd }),
      ...(notice && { notice }),
      ...(agent !== undefined && { agent: { id: agent, type: null } }),
    });
    const { inputSchema, signal } = options;
    const admitted = await gate.admit(call, {
      ...(inputSchema && { inputSchema }),
      ...(signal && { signal }),
      ...(approver && this.asksInFramework && { approver }),
    });
    return { call, pending, admitted };
  }

  #take(call: GuardedCall, id = call.id): Judged | null {
    const judged = this.#judged.get(id);
    this.#judged.delete(id);
    return judged !== undefined && isDeepStrictEqual(judged.call, { ...call, id }) ? judged : null;
  }

  #remember(id: string, { call, pending }: Judged, answer: GateAnswer): void {
    const system = pending.appendTo('', this.options.agent ?? call.agent ?? '');
    const halt = answer.halted ? (answer.haltReason ?? endedTurn) : null;
    if (system === '' && answer.messages.length === 0 && halt === null) return;
    const later = { system: system === '' ? [] : [system], messages: [...answer.messages], halt };
    putLast(this.#later, id, later, maxCalls);
  }
}

interface FireScope {
  readonly agent?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface ModelCallOptions extends FireScope {
  readonly isNew: boolean;
  readonly calls: readonly string[];
}

/** A person approved the model's own input, so a different one is not approved. */
function approverFor(call: ToolCall, { isApproved = false }: CallOptions): Approver | undefined {
  if (!isApproved) return undefined;
  return ({ input }) => {
    if (isDeepStrictEqual(input, call.input)) return true;
    throw new Error('hooks changed the input that was approved');
  };
}

function asThrown(error: Error | null, text: string): Error | null {
  return error?.message === text ? error : null;
}

/** A tool may yield interim values; only the last is the result. */
async function last(result: unknown): Promise<unknown> {
  const value = await result;
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return value;
  let final: unknown;
  for await (const item of value as AsyncIterable<unknown>) final = item;
  return final;
}
