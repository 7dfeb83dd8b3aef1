import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { FireOptions } from '../../engine/firing/context.ts';
import { type LogEntry, logToConsole } from '../../engine/firing/interceptor.ts';
import type { HookOptions } from '../../engine/hooks/hook.ts';
import { type HookInfo, Hooks } from '../../engine/hooks/hooks.ts';
import { pointBehind } from '../../engine/hooks/hooks-options.ts';
import type { Unregister } from '../../engine/hooks/registrar.ts';
import { readPolicySpelling } from '../../engine/outcome/failure.ts';
import type { Notice } from '../../engine/outcome/outcome.ts';
import { allPoints } from '../../engine/points/point.ts';
import type { Point, PointRef } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { checkOptions, refuseOption } from '../../engine/values/options.ts';
import { describe, messageOf } from '../../engine/values/text.ts';
import { noticeToConsole } from './console.ts';
import { executePoint } from './execution.ts';
import { type AnyHandler, armamentHook } from './handler.ts';
import {
  type ErrorBehavior,
  type HookSystemOptions,
  permissionsGetter,
  type RegisterOptions,
  registerChecks,
  systemChecks,
} from './options.ts';
import { OwnHooks } from './own-hooks.ts';
import { readArmaScript, type ScriptLine, type ScriptOptions, scriptChecks } from './script.ts';
import type { ArmamentResult, ContextOf, ExecuteContext, HookHandler } from './types.ts';

/**
 * Armament's hooks: register them, execute a point, and learn whether to go ahead and with what. `Args` is the type of
 * the host's tool arguments.
 */
export class HookSystem<Args = string> {
  /** The engine below, for what Armament has no term for. */
  readonly hooks: Hooks;
  readonly #own: OwnHooks;
  readonly #errorBehavior: ErrorBehavior;
  readonly #timeoutMs: number;
  readonly #permissions: () => ReadonlySet<string>;
  readonly #log: (entry: LogEntry) => void;
  readonly #onNotice: (notice: Notice) => void;
  readonly #scripts = new Map<string, { readonly lines: readonly ScriptLine[]; remove(): void }>();
  #scriptCount = 0;

  constructor(options: HookSystemOptions = {}) {
    checkOptions('new HookSystem()', options, systemChecks);
    this.#errorBehavior = options.errorBehavior ?? 'log';
    this.#timeoutMs = options.timeout ?? 5000;
    this.#permissions = permissionsGetter(options.permissions ?? []);
    this.#log = options.log ?? logToConsole;
    this.#onNotice = options.onNotice ?? noticeToConsole;
    this.hooks = options.hooks ?? new Hooks({ log: this.#log });
    this.#own = new OwnHooks(this.hooks, options.maxHooksPerPoint ?? 50);
  }

  /** Registers a hook and returns the function that removes it. A hook with the same name is replaced. */
  register<P extends PointRef>(
    point: P,
    handler: HookHandler<P, Args>,
    options: RegisterOptions = {},
  ): Unregister {
    const who = `a hook at ${typeof point === 'string' ? point : describe(point)}`;
    if (typeof handler !== 'function')
      refuseOption(who, `needs a function as its handler, not ${describe(handler)}`);
    checkOptions(who, options, registerChecks);
    const { point: behind, matcher } = pointBehind(point);
    const { onError, ...rest } = options;
    const hookOptions = { ...rest, ...(matcher === undefined ? {} : { matcher }) };
    const policy = this.#policy(behind, onError);
    return this.#own.add(behind, { ...policy, ...hookOptions }, armamentHook(handler), handler);
  }

  /** Removes a hook by name, or every hook with this handler. False when there is none. */
  unregister(hook: string | AnyHandler): boolean {
    if (typeof hook === 'function') return this.#own.removeHandler(hook);
    return ifNamed(() => {
      this.hooks.off(hook);
      this.#own.forget(hook);
      return true;
    });
  }

  enable(name: string): void {
    ifNamed(() => this.hooks.enable(name));
  }

  disable(name: string): void {
    ifNamed(() => this.hooks.disable(name));
  }

  isEnabled(name: string): boolean {
    return ifNamed(() => this.hooks.isEnabled(name)) === true;
  }

  /** Every hook of the chain, in the order of registration. */
  list(): readonly HookInfo[] {
    const names = new Map(allPoints().map(({ name, also }) => [name, also ?? name]));
    return this.hooks.list().map((info) => ({ ...info, point: names.get(info.point) ?? info.point }));
  }

  /** The hooks of a point in the order they run. For `pre:tool:shell`, only those for `shell`. */
  getHooks(point: PointRef): readonly HookInfo[] {
    const { point: wanted, matcher } = pointBehind(point);
    return this.list()
      .filter((info) => info.point === (wanted.also ?? wanted.name))
      .filter((info) => matcher === undefined || info.matcher === matcher)
      .sort((left, right) => left.priority - right.priority);
  }

  /** Runs the hooks of a point. Rejects only for a wrong point or context, never because of a hook. */
  async execute<P extends PointRef>(
    point: P,
    context: ExecuteContext<P, Args>,
    options: FireOptions = {},
  ): Promise<ArmamentResult<ContextOf<P, Args>>> {
    const { result, outcome } = await executePoint(this.hooks, pointBehind(point), context, {
      wire: 'armament',
      ...options,
    });
    for (const notice of outcome.notices) this.#tell(notice);
    return result as ArmamentResult<unknown> as ArmamentResult<ContextOf<P, Args>>;
  }

  /** Registers the hooks of a script, and replaces those of the same file. */
  registerScript(text: string, options: ScriptOptions = {}): Unregister {
    checkOptions('a script', options, scriptChecks);
    this.#scriptCount += 1;
    const { file = `script-${this.#scriptCount}.arma` } = options;
    const path = resolve(file);
    const name = this.#scriptName(file, path);
    const lines = readArmaScript(text, { ...options, file, name }, this.#permissions, this.#log);
    const before = this.#scripts.get(path);
    before?.remove();
    try {
      this.#install(path, lines);
    } catch (problem) {
      // A broken script must not remove the working one.
      if (before !== undefined) this.#install(path, before.lines);
      throw problem;
    }
    return () => {
      this.#scripts.get(path)?.remove();
      return this.#scripts.delete(path);
    };
  }

  /** Reads a script from a file and registers its hooks. */
  async loadScript(file: string): Promise<Unregister> {
    const text = await readFile(file, 'utf8').catch((problem: unknown) => {
      throw new HooklineError('config-invalid', `${file} cannot be read: ${messageOf(problem)}`);
    });
    return this.registerScript(text, { file });
  }

  /** Scripts of different folders may have the same name. Their hooks may not. */
  #scriptName(file: string, path: string): string {
    const name = basename(file);
    const others = [...this.#scripts.keys()].filter((other) => other !== path);
    return others.some((other) => basename(other) === name) ? file : name;
  }

  #install(path: string, lines: readonly ScriptLine[]): void {
    const installed: Unregister[] = [];
    const remove = (): void => {
      for (const unregister of installed) unregister();
    };
    try {
      for (const { point, options, handler } of lines)
        installed.push(this.#own.add(point, { ...this.#policy(point), ...options }, handler, null));
    } catch (problem) {
      remove();
      throw problem;
    }
    this.#scripts.set(path, { lines, remove });
  }

  /** `abort` as the default means `log` where nothing can be blocked. As a hook's own option it is an error there. */
  #policy(point: Point, onError?: ErrorBehavior): HookOptions {
    const usual = this.#errorBehavior === 'abort' && point.block === null ? 'log' : this.#errorBehavior;
    return { timeoutMs: this.#timeoutMs, ...readPolicySpelling({ onError: onError ?? usual }) };
  }

  #tell(notice: Notice): void {
    try {
      this.#onNotice(notice);
    } catch (problem) {
      const { hook } = notice;
      this.#log({ level: 'error', message: `onNotice failed: ${messageOf(problem)}`, point: '', hook });
    }
  }
}

/** False when no hook has the name. */
function ifNamed<Result>(act: () => Result): Result | false {
  try {
    return act();
  } catch (problem) {
    if (problem instanceof HooklineError && problem.code === 'name-unknown') return false;
    throw problem;
  }
}
