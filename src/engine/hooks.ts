import { Background } from './background.ts';
import type { FireOptions } from './context.ts';
import { HooklineError } from './errors.ts';
import { HookFailure } from './failure.ts';
import { fire } from './fire.ts';
import type { Engine } from './firing.ts';
import {
  type Hook,
  type HookGroup,
  type HookOptions,
  type Mode,
  makeHook,
  nameOf,
  warningsOf,
} from './hook.ts';
import {
  completeBase,
  type GroupOptions,
  type HooksOptions,
  hooksChecks,
  makeGroup,
  overriddenPoint,
  pointBehind,
  type ScopeOptions,
  scopeChecks,
} from './hooks-options.ts';
import { type Interceptor, Listeners, type LogEntry } from './interceptor.ts';
import type { Fields } from './ledger.ts';
import { checkOptions, refuseOption } from './options.ts';
import type { Outcome } from './outcome.ts';
import type { FireInput, FireRef, PointRef, ValueOf } from './point-types.ts';
import { Registrar, type Unregister } from './registrar.ts';
import { Registry, type ScopeRecord } from './registry.ts';
import { describe } from './text.ts';

/** A registration as `list` shows it. */
export interface HookInfo {
  readonly name: string;
  readonly point: string;
  readonly matcher: string;
  readonly priority: number;
  readonly timeoutMs: number;
  readonly mode: Mode;
  readonly guard: boolean;
  readonly enabled: boolean;
  readonly agent: string | null;
  readonly source: string | null;
}

/** An agent's own hooks, until it is closed. */
export interface Scope extends Registrar {
  readonly agent: string;
  group(options: GroupOptions): Registrar;
  close(): void;
}

const noOptions: FireOptions = {};
const defaultTimeoutMs = 30_000;

/** The hooks of one host: register them, fire points, get outcomes. */
export class Hooks extends Registrar {
  readonly #engine: Engine;
  readonly #timeoutMs: number;
  #sequence = 0;
  #isDisposed = false;

  constructor(options: HooksOptions = {}) {
    super((point, hookOptions, handler) => this.#register(point, hookOptions, handler, null, null));
    checkOptions('new Hooks()', options, hooksChecks);
    const listeners = new Listeners(options.log ?? logToConsole, options.timing ?? false);
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#engine = {
      registry: new Registry(options.maxHooksPerPoint ?? Number.POSITIVE_INFINITY),
      listeners,
      background: new Background(listeners),
      base: completeBase(options.base ?? {}),
    };
  }

  /** Runs the hooks of a point for one event and folds what they ask for into one outcome. */
  fire<R extends FireRef>(
    point: R,
    input: FireInput<R>,
    options: FireOptions = noOptions,
  ): Promise<Outcome<ValueOf<R>>> {
    try {
      this.#checkOpen();
      const state = this.#engine.registry.state(typeof point === 'string' ? point : point.name);
      return fire(this.#engine, state, input as Fields, options) as Promise<Outcome<ValueOf<R>>>;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Removes the hooks of that name. A guard can only be removed by the function that its registration returned. */
  off(name: string): void {
    const hooks = this.#engine.registry.named(name);
    if (hooks.some((hook) => hook.guard)) {
      throw new HooklineError(
        'guard-protected',
        `"${name}" is a guard; only its own unregister function removes it`,
      );
    }
    for (const hook of hooks) this.#engine.registry.remove(hook);
  }

  /** Opens a scope for an agent. Its hooks run for that agent and its descendants, until it is closed. */
  scope(agent: string, options: ScopeOptions = {}): Scope {
    this.#checkOpen();
    const who = `the scope of ${describe(agent)}`;
    if (typeof agent !== 'string' || agent === '' || agent === '*') {
      refuseOption(who, 'needs the id of an agent; "" and "*" are none');
    }
    checkOptions(who, options, scopeChecks);
    const override = new Set((options.override ?? []).map(overriddenPoint));
    this.#sequence += 1;
    const record = this.#engine.registry.openScope(agent, options.parent ?? null, override, this.#sequence);
    return new OpenScope(
      agent,
      (group) => (point, hookOptions, handler) => this.#register(point, hookOptions, handler, record, group),
      () => {
        this.#engine.registry.closeScope(record);
        if (!this.#engine.registry.hasScope(agent)) this.#engine.background.forget(agent);
      },
    );
  }

  /** A place to register hooks that run at the same time, or share one deadline, or both. */
  group(options: GroupOptions): Registrar {
    const group = makeGroup(options);
    return new Registrar((point, hookOptions, handler) =>
      this.#register(point, hookOptions, handler, null, group),
    );
  }

  enable(name: string): void {
    this.#engine.registry.setEnabled(name, true);
  }

  disable(name: string): void {
    this.#engine.registry.setEnabled(name, false);
  }

  isEnabled(name: string): boolean {
    return this.#engine.registry.named(name).every((hook) => hook.enabled);
  }

  /** Every registration, in order. */
  list(): readonly HookInfo[] {
    return this.#engine.registry.all().map(describeHook);
  }

  /** Listens to every firing and run, until the function that it returns is called. */
  intercept(interceptor: Interceptor): () => void {
    return this.#engine.listeners.add(interceptor);
  }

  /** Settles when no background hook is running any more. */
  drain(): Promise<void> {
    return this.#engine.background.drain();
  }

  /** Ends what runs in the background and refuses everything from now on. */
  dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#engine.background.cancel(new HookFailure('cancelled', 'the hooks were disposed of'));
    return this.drain();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  #register(
    ref: PointRef,
    options: HookOptions,
    handler: unknown,
    scope: ScopeRecord | null,
    group: HookGroup | null,
  ): Unregister {
    this.#checkOpen();
    if (scope?.open === false) {
      throw new HooklineError(
        'scope-closed',
        `the scope of "${scope.agent}" is closed and takes no more hooks`,
      );
    }
    const { point, matcher } = pointBehind(ref);
    this.#sequence += 1;
    const place = { scope, group, sequence: this.#sequence, timeoutMs: this.#timeoutMs };
    const hook = makeHook(point, matcher, options, handler, place);
    const replaced = this.#engine.registry.add(hook);
    const warnings = [...warningsOf(point, matcher, options)];
    if (replaced !== null && replaced.point !== point) {
      warnings.push(
        `"${nameOf(hook)}" replaces the hook of that name at ${replaced.point.name}, which is gone now`,
      );
    }
    for (const message of warnings) {
      this.#engine.listeners.log({ level: 'warning', message, point: point.name, hook: nameOf(hook) });
    }
    return () => this.#engine.registry.remove(hook);
  }

  #checkOpen(): void {
    if (this.#isDisposed) throw new HooklineError('disposed', 'these hooks were disposed of');
  }
}

class OpenScope extends Registrar implements Scope {
  readonly agent: string;
  readonly close: () => void;
  readonly #registerIn: (group: HookGroup | null) => ConstructorParameters<typeof Registrar>[0];

  constructor(
    agent: string,
    registerIn: (group: HookGroup | null) => ConstructorParameters<typeof Registrar>[0],
    close: () => void,
  ) {
    super(registerIn(null));
    this.agent = agent;
    this.close = close;
    this.#registerIn = registerIn;
  }

  group(options: GroupOptions): Registrar {
    return new Registrar(this.#registerIn(makeGroup(options)));
  }
}

function describeHook(hook: Hook): HookInfo {
  const { priority, timeoutMs, mode, guard, enabled, source } = hook;
  const agent = hook.scope?.agent ?? null;
  const matcher = hook.matcher.source;
  return {
    name: nameOf(hook),
    point: hook.point.name,
    matcher,
    priority,
    timeoutMs,
    mode,
    guard,
    enabled,
    agent,
    source,
  };
}

function logToConsole({ level, message }: LogEntry): void {
  // biome-ignore lint/suspicious/noConsole: a hook that fails with nobody listening must still be noticed
  console[level === 'error' ? 'error' : 'warn'](`hookline: ${message}`);
}
