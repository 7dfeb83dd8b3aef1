import type { HookOptions } from '../../engine/hooks/hook.ts';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { compileMatcher } from '../../engine/hooks/matcher.ts';
import { readPolicySpelling } from '../../engine/outcome/failure.ts';
import { isNumber, refuseOption } from '../../engine/values/options.ts';
import { describe } from '../../engine/values/text.ts';
import type { CommandOptions } from '../../handlers/command/command.ts';
import { type HookFunction, hookFunction, jsonText } from '../../handlers/handler.ts';
import { command, type HandlerOptions, python } from '../../handlers/hook-functions.ts';
import type { PythonOptions } from '../../handlers/python/python.ts';
import { massgen } from '../../protocols/massgen/massgen.ts';
import type { WireCall } from '../../protocols/protocol.ts';
import { type CallContext, contextOf, HookEvent, type HookEventDict } from './event.ts';
import { HookResult, type HookResultFields } from './result.ts';

// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing has the type void
export type HookAnswer = HookResult | Partial<HookResultFields> | null | undefined | void;

export type HookCallable = (event: HookEvent, context: HookContext) => HookAnswer | PromiseLike<HookAnswer>;

export interface PatternOptions {
  /** Tool names as in fnmatch, separated by `|`. Default: every tool. */
  readonly matcher?: string;
  /** Seconds. Default: 30. */
  readonly timeout?: number;
  readonly fail_closed?: boolean;
}

export interface ExecutableHook extends PatternOptions {
  readonly name: string;
  execute(
    functionName: string,
    argumentsJson: string,
    context: CallContext,
  ): HookAnswer | PromiseLike<HookAnswer>;
}

export interface HandledHook extends PatternOptions {
  readonly name: string;
  readonly handler: HookFunction;
}

export type MassgenHook = HookCallable | ExecutableHook | HandledHook;

export abstract class FunctionHook implements ExecutableHook {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  abstract execute(
    functionName: string,
    argumentsJson: string,
    context: CallContext,
  ): HookAnswer | PromiseLike<HookAnswer>;
}

abstract class ProgramHook implements HandledHook {
  readonly name: string;
  readonly matcher: string;
  readonly timeout: number;
  readonly fail_closed: boolean;
  readonly handler: HookFunction;

  constructor(name: string, { matcher, timeout, fail_closed }: PatternOptions, handler: HookFunction) {
    this.name = name;
    this.matcher = matcher ?? '*';
    this.timeout = timeout ?? 30;
    this.fail_closed = fail_closed ?? false;
    this.handler = handler;
  }
}

export class PythonCallableHook extends ProgramHook {
  constructor(
    name: string,
    handler: string | HookCallable,
    options: PatternOptions & Omit<PythonOptions, 'handler'> & Pick<HandlerOptions, 'directory'> = {},
  ) {
    const { matcher, timeout, fail_closed, ...setting } = options;
    super(
      name,
      options,
      typeof handler === 'string'
        ? python(handler, { ...setting, protocol: massgen })
        : callableHandler(handler),
    );
  }
}

export class ExternalCommandHook extends ProgramHook {
  constructor(
    name: string,
    line: string,
    options: PatternOptions & Omit<CommandOptions, 'command'> & Pick<HandlerOptions, 'directory'> = {},
  ) {
    const { matcher, timeout, fail_closed, ...setting } = options;
    super(name, options, command(line, { ...setting, protocol: massgen }));
  }
}

export function engineHook(hook: MassgenHook): {
  readonly options: HookOptions;
  readonly handler: HookFunction;
} {
  if (typeof hook === 'function') {
    return { options: hook.name === '' ? {} : { name: hook.name }, handler: callableHandler(hook) };
  }
  if (typeof hook !== 'object' || hook === null) return refuse(hook);
  const { name, matcher, timeout, fail_closed } = hook;
  const who = `the hook "${name}"`;
  if (timeout !== undefined && !(isNumber(timeout) && timeout > 0))
    refuseOption(who, `takes a number of seconds above 0 as its timeout, not ${describe(timeout)}`);
  if (fail_closed !== undefined && typeof fail_closed !== 'boolean')
    refuseOption(who, `takes true or false as its fail_closed, not ${describe(fail_closed)}`);
  const { onFailure } = readPolicySpelling({ fail_closed: fail_closed === true });
  const options: HookOptions = {
    name,
    // The exact tool name: `Write` does not match the `write_file` of another agent.
    ...(matcher !== undefined && { matcher: compileMatcher(matcher) }),
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    ...(onFailure !== undefined && { onFailure }),
  };
  if ('execute' in hook && typeof hook.execute === 'function')
    return { options, handler: methodHandler(hook) };
  return 'handler' in hook ? { options, handler: hook.handler } : refuse(hook);
}

function refuse(hook: unknown): never {
  return refuseOption(
    'a hook manager',
    `takes a function, a FunctionHook, a PythonCallableHook or an ExternalCommandHook, not ${describe(hook)}`,
  );
}

function callableHandler(callable: HookCallable): HookFunction {
  return hookFunction(massgen, 0, async (call) =>
    massgen.readValue(replyOf(await callable(eventOf(call), call.context)), call),
  );
}

function methodHandler(hook: ExecutableHook): HookFunction {
  return hookFunction(massgen, 0, async (call) => {
    const event = eventOf(call);
    const text = JSON.stringify(event.tool_input);
    return massgen.readValue(
      replyOf(await hook.execute(event.tool_name, text, contextOf(call, event))),
      call,
    );
  });
}

/** A copy made through JSON, so a hook's changes reach no one else. */
function eventOf(call: WireCall): HookEvent {
  const dict: HookEventDict = JSON.parse(jsonText(() => massgen.encode(call)));
  return HookEvent.fromDict(dict);
}

function replyOf(answer: HookAnswer): unknown {
  return answer instanceof HookResult ? answer.toDict() : answer;
}
