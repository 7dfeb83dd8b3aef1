import type { HandlerTraits } from '../engine/hooks/hook.ts';
import type { HookContext } from '../engine/hooks/hook-context.ts';
import { type Effect, noEffects, type Reply } from '../engine/outcome/effects.ts';
import { HookFailure } from '../engine/outcome/failure.ts';
import { isPostponed } from '../engine/outcome/reply.ts';
import { pointNamed } from '../engine/points/point.ts';
import { HooklineError } from '../engine/values/errors.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import type { Protocol, WireCall } from '../protocols/protocol.ts';

// A method's type, since it may be implemented for `Fields`: the inputs of points are interfaces, which have no index.
type Invoke = { invoke(input: object, context: HookContext): Promise<Reply<never>> }['invoke'];

export type HookFunction = Invoke & HandlerTraits & Retirable;

export interface Retirable {
  retire?(): void;
}

export function traitsOf(protocol: Protocol): HandlerTraits {
  return { rights: (point) => protocol.rights(point), timeoutMs: (point) => protocol.timeoutMs?.(point) };
}

export interface HandlerSetting {
  readonly protocol: Protocol;
  readonly directory: string;
  readonly guard?: boolean;
  /** The file that names it. Modules of one file share a thread; without a file they run in the host. */
  readonly file?: string;
}

export interface HandlerKind<Options = unknown> {
  readonly type: string;
  readonly summary: string;
  create(options: Options, setting: HandlerSetting): HookFunction;
  obstacle?(options: Options): HandlerObstacle | null;
}

export interface HandlerObstacle {
  readonly code: 'handler-missing' | 'variable-missing';
  readonly message: string;
}

export interface HandlerDefinition<Options> extends Omit<HandlerKind<Options>, 'create'> {
  create(options: Options, setting: HandlerSetting): Answering & HandlerTraits & Retirable;
}

type Answering = { invoke(input: object, context: HookContext): Promise<Reply> }['invoke'];

const kinds = new Map<string, HandlerKind>();

export function defineHandler<Options>(definition: HandlerDefinition<Options>): HandlerKind<Options> {
  const kind = definition as HandlerKind<Options>;
  kinds.set(kind.type, kind as HandlerKind);
  return kind;
}

export function handlerTypes(): readonly string[] {
  return [...kinds.keys()];
}

export function handlerKind(type: string): HandlerKind {
  const kind = kinds.get(type);
  if (kind !== undefined) return kind;
  throw new HooklineError(
    'handler-unknown',
    `unknown handler type "${type}"${didYouMean(type, kinds.keys())}`,
  );
}

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

export function salvage(protocol: Protocol, value: unknown, call: WireCall): readonly Effect[] {
  try {
    const reply = protocol.readValue(value, call);
    if (reply === undefined || reply === null || isPostponed(reply)) return noEffects;
    return Array.isArray(reply) ? reply : [reply as Effect];
  } catch (problem) {
    return problem instanceof HookFailure ? problem.effects : noEffects;
  }
}

/** The event for a hook as JSON. A hook whose event cannot be written, such as one nested too deep, cannot run. */
export function jsonText(make: () => object): string {
  try {
    return JSON.stringify(make());
  } catch (error) {
    const { message } = HookFailure.from(error, 'missing');
    throw new HookFailure('missing', `the event cannot be written as JSON: ${message}`);
  }
}

type TraceFields = { readonly [Name in 'traceparent' | 'tracestate']?: string };

const parent = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
const state = /^[\x20-\x7e]{1,512}$/;
const none: TraceFields = {};

/** The trace that a run belongs to. What no header could hold is left out: a trace must not stop a hook. */
export function traceFields({ traceContext }: HookContext): TraceFields {
  if (traceContext === undefined || !parent.test(traceContext.traceparent)) return none;
  const { traceparent, tracestate = '' } = traceContext;
  return state.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}
