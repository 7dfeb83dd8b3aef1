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

/** A callback as the engine runs it. It may answer in the words of the SDK, or with effects. */
export function callbackHook(callback: HookCallbackLike, protocol: Protocol): HookFunction {
  return hookFunction(protocol, 0, async (call) => {
    const { context } = call;
    const answer = await callback(eventOf(call), toolUseIdOf(call), { signal: context.signal });
    const reply = readReturned(answer, call, protocol);
    // The wire has its own idea of a timeout that is not above zero.
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

/** What could not be run is the line, not the shell that was asked to. */
function aboutLine(problem: unknown, line: string): unknown {
  if (!(problem instanceof HookFailure) || problem.kind !== 'missing') return problem;
  const message = problem.message.replace('the command "sh"', () => `the command ${describe(line)}`);
  return new HookFailure(problem.kind, message, problem.effects);
}

/** All that the host gave, also what is newer than the fifteen events' own fields. A copy: it is not the callback's. */
function eventOf(call: WireCall): HookInput {
  return { ...withToolUseId(call), hook_event_name: call.point.name } as HookInput;
}

function toolUseIdOf({ point, input, context }: WireCall): string | undefined {
  const own = pointNamed(point.name).fields.includes('tool_use_id') ? input['tool_use_id'] : undefined;
  return context.toolUseId ?? (typeof own === 'string' ? own : undefined);
}
