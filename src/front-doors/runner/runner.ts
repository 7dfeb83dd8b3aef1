import type { FireOptions } from '../../engine/firing/context.ts';
import type { LogEntry } from '../../engine/firing/interceptor.ts';
import type { HookOptions } from '../../engine/hooks/hook.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import type { Scope } from '../../engine/hooks/scope.ts';
import { type FailurePolicy, HookFailure, readPolicySpelling } from '../../engine/outcome/failure.ts';
import { isPostponed } from '../../engine/outcome/reply.ts';
import type { BaseSource } from '../../engine/points/inputs.ts';
import { pointNamed } from '../../engine/points/point.ts';
import type { FireInput } from '../../engine/points/point-types.ts';
import { checkOptions, type OptionChecks, refuseOption, textCheck } from '../../engine/values/options.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { describe } from '../../engine/values/text.ts';
import { commandHandler } from '../../handlers/command/command.ts';
import { type HookFunction, hookFunction } from '../../handlers/handler.ts';
import { readReturned } from '../../handlers/module/reply.ts';
import { environmentCheck, textsCheck } from '../../handlers/option-checks.ts';
import type { EnvironmentOptions } from '../../processes/host-environment.ts';
import type { AgentSdkEvent, HookCallbackLike, HookInput } from '../../protocols/agent-sdk/types.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import { withToolUseId } from '../../protocols/wire-input.ts';
import { type HookMessage, hookMessages } from '../../trace/messages.ts';
import {
  checkEvent,
  type RunnerConfig,
  type RunnerGroup,
  type RunnerMatcher,
  readRunnerConfig,
} from './config.ts';
import { MessageStream } from './messages.ts';
import { type FireResults, keepingProtocol, resultsOf } from './results.ts';

export interface RunnerOptions {
  /** The hooks whose chain the runner's hooks join. Default: its own. */
  readonly hooks?: Hooks;
  readonly base?: BaseSource;
  readonly log?: (entry: LogEntry) => void;
  /** The start of every hook's name. Default: `runner`. */
  readonly name?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly passEnv?: readonly string[];
}

export interface RunnerFireOptions {
  readonly signal?: AbortSignal;
  /** The agent that acts: only global hooks and its own run. Default: the hooks of every open scope run. */
  readonly agentId?: string | null;
}

export type RunnerInput<Event extends AgentSdkEvent> = Event extends AgentSdkEvent
  ? Unidentified<FireInput<Event>> | Extract<HookInput, { hook_event_name: Event }>
  : never;

type Unidentified<Input> = Omit<Input, 'tool_use_id'> & { readonly tool_use_id?: string };

const runnerChecks: OptionChecks<RunnerOptions> = {
  hooks: ['hooks made by new Hooks()', (value) => value instanceof Hooks],
  base: ['an object or a function', (value) => typeof value === 'function' || isObject(value)],
  log: ['a function', (value) => typeof value === 'function'],
  name: textCheck,
  env: environmentCheck,
  passEnv: textsCheck,
};
const fireChecks: OptionChecks<RunnerFireOptions> = {
  signal: ['an AbortSignal', (value) => value instanceof AbortSignal],
  agentId: [
    'the id of an agent',
    (value) => value === null || (typeof value === 'string' && value !== '' && value !== '*'),
  ],
};

/** Keeps the hook names of several runners apart. */
const runnerCounts = new WeakMap<Hooks, number>();

export class Runner {
  readonly hooks: Hooks;
  readonly name: string;
  readonly #options: RunnerOptions;
  readonly #ownsHooks: boolean;
  readonly #scopes = new Map<string, Scope>();
  readonly #streams = new Set<MessageStream>();
  readonly #undo: (() => unknown)[] = [];

  constructor(config: RunnerConfig = {}, options: RunnerOptions = {}) {
    checkOptions('new Runner()', options, runnerChecks);
    const { hooks, base = {}, log } = options;
    if (hooks !== undefined && log !== undefined) {
      refuseOption('new Runner()', 'takes "log" or "hooks", not both: the hooks that are given have a log');
    }
    this.#options = options;
    this.#ownsHooks = hooks === undefined;
    this.hooks = hooks ?? new Hooks(log === undefined ? { base } : { base, log });
    this.name = options.name ?? nextName(this.hooks);
    const groups = readRunnerConfig(this.name, config);
    try {
      this.#register(this.hooks, groups, this.#undo);
    } catch (problem) {
      this.#undoAll();
      throw problem;
    }
  }

  async fire<Event extends AgentSdkEvent>(
    event: Event,
    input: RunnerInput<Event>,
    toolUseID?: string,
    options: RunnerFireOptions = {},
  ): Promise<FireResults> {
    checkEvent(event);
    checkOptions('fire()', options, fireChecks);
    const { signal, agentId = '*' } = options;
    const fireOptions: FireOptions = {
      agent: agentId,
      // With timing, each run is a separate object, which finds its reply.
      timing: true,
      ...(toolUseID === undefined ? {} : { toolUseId: toolUseID }),
      ...(signal === undefined ? {} : { signal }),
    };
    const complete = this.#complete(event, input, toolUseID) as FireInput<Event>;
    return resultsOf(await this.hooks.fire(event, complete, fireOptions));
  }

  registerScoped(scopeId: string, config: RunnerConfig): void {
    const groups = readRunnerConfig(`${this.name}[${scopeId}]`, config);
    // A broken configuration must not remove the agent's hooks.
    this.#register(new Hooks({ log: () => {} }), groups, []);
    this.unregisterScoped(scopeId);
    const scope = this.hooks.scope(scopeId);
    this.#scopes.set(scopeId, scope);
    this.#register(scope, groups, []);
  }

  unregisterScoped(scopeId: string): boolean {
    this.#scopes.get(scopeId)?.close();
    return this.#scopes.delete(scopeId);
  }

  messages(): MessageStream {
    const stream = new MessageStream(() => {
      stop();
      this.#streams.delete(stream);
    });
    const stop = this.hooks.intercept(hookMessages((message: HookMessage) => stream.push(message)));
    this.#streams.add(stream);
    return stream;
  }

  async close(): Promise<void> {
    this.#undoAll();
    for (const scopeId of [...this.#scopes.keys()]) this.unregisterScoped(scopeId);
    for (const stream of [...this.#streams]) stream.end();
    if (this.#ownsHooks) await this.hooks.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #register(place: Hooks | Scope, groups: readonly RunnerGroup[], undo: (() => unknown)[]): void {
    for (const group of groups) {
      const { timeout = 0 } = group.group;
      const registrar = place.group(timeout > 0 ? { timeoutMs: timeout * 1000 } : {});
      for (const [options, handler] of hooksOf(group, this.#options)) {
        undo.push(registrar.on(group.event, options, handler));
      }
    }
  }

  #complete(event: AgentSdkEvent, input: object, toolUseID: string | undefined): object {
    const base = this.#ownsHooks ? {} : this.#options.base;
    const isToolCall = pointNamed(event).fields.includes('tool_use_id');
    const id = isToolCall && toolUseID !== undefined ? { tool_use_id: toolUseID } : {};
    return { ...(typeof base === 'function' ? base() : base), ...id, ...input };
  }

  #undoAll(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }
}

function hooksOf(
  { path, group }: RunnerGroup,
  { env = {}, passEnv = [] }: RunnerOptions,
): readonly (readonly [HookOptions, HookFunction])[] {
  const { matcher = '', hooks = [], commands = [], timeout = 0, onFailure, guard = false } = group;
  const limit = timeout > 0 ? { timeoutMs: timeout * 1000 } : {};
  const options = { matcher, guard, ...limit, ...policyOf(onFailure) };
  const named = (name: string): HookOptions => ({ ...options, name: `${path}.${name}` });
  return [
    ...hooks.map((hook, index) => [named(`hooks[${index}]`), callbackHook(hook, keepingProtocol)] as const),
    ...commands.map(
      (line, index) =>
        [named(`commands[${index}]`), commandHook(line, keepingProtocol, { env, passEnv })] as const,
    ),
  ];
}

/** As in the SDK: `continue` after a failure does not cover a hook that cannot run at all. */
function policyOf(onFailure: RunnerMatcher['onFailure']): { onFailure?: FailurePolicy } {
  if (onFailure === undefined) return {};
  const { onFailure: open } = readPolicySpelling({ onError: 'log' });
  return onFailure === 'continue' && open !== undefined ? { onFailure: open } : { onFailure: 'closed' };
}

function nextName(hooks: Hooks): string {
  const count = (runnerCounts.get(hooks) ?? 0) + 1;
  runnerCounts.set(hooks, count);
  return count === 1 ? 'runner' : `runner${count}`;
}

function callbackHook(callback: HookCallbackLike, protocol: Protocol): HookFunction {
  return hookFunction(protocol, 0, async (call) => {
    const { context } = call;
    const answer = await callback(eventOf(call), toolUseIdOf(call), { signal: context.signal });
    const reply = readReturned(answer, call, protocol);
    // A timeout of zero or less is up to the protocol.
    return isPostponed(reply) ? protocol.readValue(reply, call) : reply;
  });
}

function commandHook(
  line: string,
  protocol: Protocol,
  environment: Pick<EnvironmentOptions, 'env' | 'passEnv'>,
): HookFunction {
  const options = { ...environment, command: 'sh', args: ['-c', line] };
  const handler = commandHandler.create(options, { protocol, directory: process.cwd() });
  const invoke: HookFunction = (input, context) =>
    handler(input, context).catch((problem: unknown) => {
      throw aboutLine(problem, line);
    });
  return Object.assign(invoke, handler);
}

function aboutLine(problem: unknown, line: string): unknown {
  if (!(problem instanceof HookFailure) || problem.kind !== 'missing') return problem;
  const message = problem.message.replace('the command "sh"', () => `the command ${describe(line)}`);
  return new HookFailure(problem.kind, message, problem.effects);
}

function eventOf(call: WireCall): HookInput {
  return { ...withToolUseId(call), hook_event_name: call.point.name } as HookInput;
}

function toolUseIdOf({ point, input, context }: WireCall): string | undefined {
  const own = pointNamed(point.name).fields.includes('tool_use_id') ? input['tool_use_id'] : undefined;
  return context.toolUseId ?? (typeof own === 'string' ? own : undefined);
}
