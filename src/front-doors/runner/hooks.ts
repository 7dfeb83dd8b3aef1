import { HookFailure } from '../../engine/outcome/failure.ts';
import { isPostponed } from '../../engine/outcome/reply.ts';
import { pointNamed } from '../../engine/points/point.ts';
import { describe } from '../../engine/values/text.ts';
import { commandHandler } from '../../handlers/command/command.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { hookFunction } from '../../handlers/hook-function.ts';
import { readReturned } from '../../handlers/module/reply.ts';
import type { EnvironmentOptions } from '../../processes/host-environment.ts';
import type { HookCallbackLike, HookInput } from '../../protocols/agent-sdk/types.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import { withToolUseId } from '../../protocols/wire-input.ts';

/** A callback for the engine. It may answer in the SDK's words, or with effects. */
export function callbackHook(callback: HookCallbackLike, protocol: Protocol): HookFunction {
  return hookFunction(protocol, 0, async (call) => {
    const { context } = call;
    const answer = await callback(eventOf(call), toolUseIdOf(call), { signal: context.signal });
    const reply = readReturned(answer, call, protocol);
    // The protocol reads a timeout of zero or less in its own way.
    return isPostponed(reply) ? protocol.readValue(reply, call) : reply;
  });
}

/** A line for `sh -c`. */
export function commandHook(
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

/** The line could not be run. The shell could. */
function aboutLine(problem: unknown, line: string): unknown {
  if (!(problem instanceof HookFailure) || problem.kind !== 'missing') return problem;
  const message = problem.message.replace('the command "sh"', () => `the command ${describe(line)}`);
  return new HookFailure(problem.kind, message, problem.effects);
}

/** A copy of everything that the host gave, also fields newer than the fifteen events. */
function eventOf(call: WireCall): HookInput {
  return { ...withToolUseId(call), hook_event_name: call.point.name } as HookInput;
}

function toolUseIdOf({ point, input, context }: WireCall): string | undefined {
  const own = pointNamed(point.name).fields.includes('tool_use_id') ? input['tool_use_id'] : undefined;
  return context.toolUseId ?? (typeof own === 'string' ? own : undefined);
}
