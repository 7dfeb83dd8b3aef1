import { Background } from '../firing/background.ts';
import type { FireOptions } from '../firing/context.ts';
import { fire } from '../firing/fire.ts';
import type { Engine } from '../firing/firing-init.ts';
import { type Interceptor, Listeners, logToConsole } from '../firing/interceptor.ts';
import { HookFailure } from '../outcome/failure.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { FireInput, FireRef, PointRef, ValueOf } from '../points/point-types.ts';
import { HooklineError } from '../values/errors.ts';
import { checkOptions, refuseOption } from '../values/options.ts';
import type { Fields } from '../values/shapes.ts';
import { describe } from '../values/text.ts';
import { mainAgent } from './agent-names.ts';
import {
  type Hook,
  type HookGroup,
  type HookOptions,
  type Mode,
  makeHook,
  nameOf,
  type ScopeRecord,
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
import { type Register, Registrar, type Unregister } from './registrar.ts';
import { Registry } from './registry.ts';
import { makeScope, makeSection, type Scope, type Section } from './scope.ts';

export interface HookInfo {
  readonly name: string;
  readonly point: string;
  readonly matcher: string;
  readonly priority: number;
  readonly timeoutMs: number;
  readonly mode: Mode;
  readonly guard: boolean;
  readonly final: boolean;
  readonly enabled: boolean;
  readonly agent: string | null;
  readonly source: string | null;
}

type NextPlace = () => number;

/** How many hooks and scopes a section holds at most: their places lie between two whole numbers. */
const maxSectionSize = 2 ** 20;

const noOptions: FireOptions = {};
const defaultTimeoutMs = 30_000;

export class Hooks extends Registrar {
  readonly #engine: Engine;
  readonly #timeoutMs: number;
  #sequence = 0;
  readonly #next: NextPlace = () => {
    this.#sequence += 1;
    return this.#sequence;
  };
  #isDisposed = false;

  constructor(options: HooksOptions = {}) {
    super((point, hookOptions, handler) => this.#register(point, hookOptions, handler, this.#next));
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

  fire<R extends FireRef>(
    point: R,
    input: FireInput<R>,
    options: FireOptions = noOptions,
  ): Promise<Outcome<ValueOf<R>>> {
    try {
      if (this.#isDisposed) this.#checkOpen();
      const state = this.#engine.registry.state(typeof point === 'string' ? point : point.name);
      const asked = options.agent === null ? { ...options, agent: mainAgent } : options;
      return fire(this.#engine, state, input as Fields, asked) as Promise<Outcome<ValueOf<R>>>;
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

  /** Opens a scope for an agent; null is the main one. Its hooks run for that agent and its descendants, until it is closed. */
  scope(agent: string | null, options: ScopeOptions = {}): Scope {
    return this.#openScope(agent, options, this.#next);
  }

  section(): Section {
    this.#checkOpen();
    const start = this.#next();
    let count = 0;
    const next = (): number => {
      count += 1;
      return start + count / maxSectionSize;
    };
    const removals: (() => void)[] = [];
    const register = (group: HookGroup | null): Register => {
      return (point, options, handler) => {
        const unregister = this.#register(point, options, handler, next, null, group);
        removals.push(unregister);
        return unregister;
      };
    };
    return makeSection(register, {
      scope: (agent, options = {}) => {
        const scope = this.#openScope(agent, options, next);
        removals.push(scope.close);
        return scope;
      },
      clear: () => {
        for (const remove of removals.splice(0)) remove();
        count = 0;
      },
    });
  }

  #openScope(given: string | null, options: ScopeOptions, next: NextPlace): Scope {
    this.#checkOpen();
    const agent = given ?? mainAgent;
    const who = `the scope of ${describe(agent)}`;
    if (typeof agent !== 'string' || agent === '' || agent === '*') {
      refuseOption(who, 'needs the id of an agent; "" and "*" are none');
    }
    checkOptions(who, options, scopeChecks);
    const override = new Set((options.override ?? []).map(overriddenPoint));
    const { type = null } = options;
    const parent = options.parent === undefined ? null : (options.parent ?? mainAgent);
    const record = this.#engine.registry.openScope({ agent, type, parent, override, sequence: next() });
    return makeScope(
      (group) => (point, hookOptions, handler) =>
        this.#register(point, hookOptions, handler, next, record, group),
      {
        agent,
        close: () => {
          this.#engine.registry.closeScope(record);
          if (!this.#engine.registry.hasScope(agent)) this.#engine.background.forget(agent);
        },
      },
    );
  }

  group(options: GroupOptions): Registrar {
    const group = makeGroup(options);
    return new Registrar((point, hookOptions, handler) =>
      this.#register(point, hookOptions, handler, this.#next, null, group),
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

  list(): readonly HookInfo[] {
    return this.#engine.registry.all().map(describeHook);
  }

  lineage(agent: string | null): readonly string[] {
    return agent === null ? [] : this.#engine.registry.ancestors(agent);
  }

  intercept(interceptor: Interceptor): () => void {
    return this.#engine.listeners.add(interceptor);
  }

  drain(): Promise<void> {
    return this.#engine.background.drain();
  }

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
    next: NextPlace,
    scope: ScopeRecord | null = null,
    group: HookGroup | null = null,
  ): Unregister {
    this.#checkOpen();
    if (scope?.open === false) {
      throw new HooklineError(
        'scope-closed',
        `the scope of "${scope.agent}" is closed and takes no more hooks`,
      );
    }
    const { point, matcher } = pointBehind(ref);
    const place = { scope, group, sequence: next(), timeoutMs: this.#timeoutMs };
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

function describeHook(hook: Hook): HookInfo {
  const { point, matcher, priority, timeoutMs, mode, guard, final, enabled, scope, source } = hook;
  return {
    ...{ name: nameOf(hook), point: point.name, matcher: matcher.source, priority, timeoutMs },
    ...{ mode, guard, final, enabled, agent: scope?.agent ?? null, source },
  };
}
