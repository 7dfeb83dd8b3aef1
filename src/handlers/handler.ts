import type { HandlerTraits } from '../engine/hooks/hook.ts';
import type { HookContext } from '../engine/hooks/hook-context.ts';
import type { Reply } from '../engine/outcome/effects.ts';
import { HooklineError } from '../engine/values/errors.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import type { Protocol } from '../protocols/protocol.ts';

// A method's type, since it may be implemented for `Fields`: the inputs of points are interfaces, which have no index.
type Invoke = { invoke(input: object, context: HookContext): Promise<Reply<never>> }['invoke'];

/** A handler for the engine, at any point: a function with its traits. */
export type HookFunction = Invoke & HandlerTraits & Retirable;

export interface Retirable {
  /** Ends its workers once they are idle: the hook is gone. */
  retire?(): void;
}

/** The traits of a handler that speaks a protocol. */
export function traitsOf(protocol: Protocol): HandlerTraits {
  return { rights: (point) => protocol.rights(point), timeoutMs: (point) => protocol.timeoutMs?.(point) };
}

/** What every handler gets beside its own options. */
export interface HandlerSetting {
  readonly protocol: Protocol;
  /** The folder for relative paths: that of the file that names the handler. */
  readonly directory: string;
  /** Its hook is a guard: it shares no thread and no worker with hooks that are none. */
  readonly guard?: boolean;
  /** The file that names it. Modules of one file share a thread; without a file they run in the host. */
  readonly file?: string;
}

/** A way to run hooks: one row of the table for `type:`. */
export interface HandlerKind<Options = unknown> {
  readonly type: string;
  readonly summary: string;
  create(options: Options, setting: HandlerSetting): HookFunction;
  /** Why it cannot run here, if that can be told without running it. */
  obstacle?(options: Options): HandlerObstacle | null;
}

/** What a handler lacks: the code of the warning about it, and the message. */
export interface HandlerObstacle {
  readonly code: 'handler-missing' | 'variable-missing';
  readonly message: string;
}

/** The same as its author writes it. It may answer any effect, and the engine drops what a point does not admit. */
export interface HandlerDefinition<Options> extends Omit<HandlerKind<Options>, 'create'> {
  create(options: Options, setting: HandlerSetting): Answering & HandlerTraits & Retirable;
}

type Answering = { invoke(input: object, context: HookContext): Promise<Reply> }['invoke'];

const kinds = new Map<string, HandlerKind>();

/** Adds a way to run hooks. A second definition of a type replaces the first. */
export function defineHandler<Options>(definition: HandlerDefinition<Options>): HandlerKind<Options> {
  const kind = definition as HandlerKind<Options>;
  kinds.set(kind.type, kind as HandlerKind);
  return kind;
}

/** Every type of handler that is defined, the shipped ones first. */
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
