import type { Effect, Reply } from '../engine/outcome/effects.ts';
import { noEffects } from '../engine/outcome/effects.ts';
import { HookFailure } from '../engine/outcome/failure.ts';
import { isPostponed } from '../engine/outcome/reply.ts';
import { pointNamed } from '../engine/points/point.ts';
import type { Protocol, WireCall } from '../protocols/protocol.ts';
import { type HookFunction, traitsOf } from './handler.ts';

/** Makes a handler for the engine from one that speaks a protocol. */
export function hookFunction(
  protocol: Protocol,
  graceMs: number,
  run: (call: WireCall) => Promise<Reply>,
): HookFunction {
  const handler = (input: WireCall['input'], context: WireCall['context']) =>
    // A hook may answer anything. The engine drops effects that the point does not admit.
    run({ point: pointNamed(context.point), input, context }) as Promise<Reply<never>>;
  return Object.assign(handler, { graceMs, ...traitsOf(protocol) });
}

/** The readable effects of a reply that is wrong elsewhere. */
export function salvage(protocol: Protocol, value: unknown, call: WireCall): readonly Effect[] {
  try {
    const reply = protocol.readValue(value, call);
    if (reply === undefined || reply === null || isPostponed(reply)) return noEffects;
    return Array.isArray(reply) ? reply : [reply as Effect];
  } catch (problem) {
    return problem instanceof HookFailure ? problem.effects : noEffects;
  }
}
