import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { armaHandler, armaHookOptions } from '../../config/arma/arma-file.ts';
import { checkedArma } from '../../config/arma/script.ts';
import { formatProblem } from '../../config/source/problem.ts';
import type { FireOptions } from '../../engine/firing/context.ts';
import { type LogEntry, logToConsole } from '../../engine/firing/interceptor.ts';
import type { HookOptions } from '../../engine/hooks/hook.ts';
import { type HookInfo, Hooks } from '../../engine/hooks/hooks.ts';
import { pointBehind } from '../../engine/hooks/hooks-options.ts';
import type { Unregister } from '../../engine/hooks/registrar.ts';
import { readPolicySpelling } from '../../engine/outcome/failure.ts';
import type { Notice, Outcome } from '../../engine/outcome/outcome.ts';
import { allPoints, type PointReference } from '../../engine/points/point.ts';
import type { Point, PointRef } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { freezeIfPlain } from '../../engine/values/json.ts';
import { checkOptions, type OptionChecks, refuseOption, textCheck } from '../../engine/values/options.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { describe, messageOf } from '../../engine/values/text.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { armamentInput, armamentName, armamentSubject } from '../../protocols/armament/fields.ts';
import { suppressedText } from '../../protocols/wire-input.ts';
import {
  type ErrorBehavior,
  type HookSystemOptions,
  noticeToConsole,
  permissionsGetter,
  type RegisterOptions,
  registerChecks,
  systemChecks,
} from './options.ts';
import { type AnyHandler, armamentHook, OwnHooks } from './own-hooks.ts';
import type { ArmamentResult, ContextOf, ExecuteContext, HookHandler } from './types.ts';

interface ScriptOptions {
  readonly file?: string;
  /** The folder for the programs of `/run`. Default: the folder of the file, or the current one. */
  readonly directory?: string;
}

const scriptChecks: OptionChecks<ScriptOptions> = { file: textCheck, directory: textCheck };

interface ScriptLine {
  readonly point: Point;
  readonly options: HookOptions;
  readonly handler: HookFunction;
}

function readArmaScript(
  text: string,
  { file, name, directory = dirname(file) }: ScriptOptions & { readonly file: string; readonly name: string },
  permissions: () => ReadonlySet<string>,
  log: (entry: LogEntry) => void,
): readonly ScriptLine[] {
  const { hooks, problems } = checkedArma(text, file, resolve(directory));
  for (const warning of problems) {
    const { line } = warning.place;
    const point = hooks.find((hook) => hook.line === line)?.point.name ?? null;
    log({ level: 'warning', message: formatProblem(warning), point, hook: `${name}:${line}` });
  }
  const setting = { directory: resolve(directory), permissions };
  return hooks.map((hook) => ({
    point: hook.point,
    options: armaHookOptions(hook, file, name),
    handler: armaHandler(hook, setting),
  }));
}

export class HookSystem<Args = string> {
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

  list(): readonly HookInfo[] {
    const names = new Map(allPoints().map(({ name, also }) => [name, also ?? name]));
    const all = this.hooks.list();
    const afterTools = new Set(all.filter(({ point }) => point === 'PostToolUse').map(({ name }) => name));
    // A hook at post:tool is also registered for failed tools.
    const isTwin = ({ point, name }: HookInfo): boolean =>
      point === 'PostToolUseFailure' && (afterTools.has(name) || name.startsWith(`${point}#`));
    return all
      .filter((info) => !isTwin(info))
      .map((info) => ({ ...info, point: names.get(info.point) ?? info.point }));
  }

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

function ifNamed<Result>(act: () => Result): Result | false {
  try {
    return act();
  } catch (problem) {
    if (problem instanceof HooklineError && problem.code === 'name-unknown') return false;
    throw problem;
  }
}

async function executePoint(
  hooks: Hooks,
  reference: PointReference,
  context: unknown,
  options: FireOptions,
): Promise<{ readonly result: ArmamentResult<Fields>; readonly outcome: Outcome }> {
  const { point } = reference;
  const given = completeContext(reference, context);
  const outcome = await hooks.fire(point, freezeIfPlain(armamentInput(point, given)), options);
  const subject = armamentSubject(point);
  const changed = subject === null ? {} : changesOf(outcome, subject, given);
  return { result: { ...verdict(outcome), context: { ...given, ...changed } }, outcome };
}

function completeContext({ point, matcher }: PointReference, context: unknown): Fields {
  const called = point.also ?? point.name;
  const refuse = (problem: string): never => {
    throw new HooklineError('input-invalid', problem);
  };
  if (!isObject(context))
    return refuse(`the context of ${called} is an object of fields, not ${describe(context)}`);
  if (point.matches === null) return context;
  const name = armamentName(point, point.matches);
  const value = armamentInput(point, context)[point.matches] ?? matcher;
  if (typeof value !== 'string')
    return refuse(`the context of ${called} needs ${name} as text, not ${describe(value)}`);
  if (matcher !== undefined && value !== matcher)
    return refuse(`${called}:${matcher} cannot be executed with the ${name} ${describe(value)}`);
  return { [name]: value, ...context };
}

function changesOf(outcome: Outcome, subject: string, given: Fields): Fields {
  if (outcome.suppressed) return { [subject]: suppressedText };
  if (!outcome.modified) return {};
  const { value } = outcome;
  return { [subject]: subject === 'args' && typeof given[subject] === 'string' ? onlyCommand(value) : value };
}

function onlyCommand(value: unknown): unknown {
  return isObject(value) && Object.keys(value).join() === 'command' ? value['command'] : value;
}

function verdict(outcome: Outcome): Omit<ArmamentResult<unknown>, 'context'> {
  const { decision, reason, halted, haltReason, resume } = outcome;
  if (decision === 'ask') {
    const what = 'a person would have to approve this, and there is no person to ask here';
    return { aborted: true, reason: reason === null ? what : `${what}: ${reason}` };
  }
  if (decision === 'deny' || resume) return { aborted: true, reason };
  return halted ? { aborted: true, reason: haltReason ?? reason } : { aborted: false, reason: null };
}
