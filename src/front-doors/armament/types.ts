import type { HookContext } from '../../engine/hooks/hook-context.ts';
import type { ToolInput } from '../../engine/points/inputs.ts';
import type { FireInput, InputOf, PointRef } from '../../engine/points/point-types.ts';

interface ToolContext<Args> {
  readonly tool: string;
  /** The command of the tool as text. For a tool without a command: its whole input. */
  readonly args: Args;
}
interface ToolResultContext<Args> extends ToolContext<Args> {
  readonly result: unknown;
}
interface PhaseContext {
  readonly phase: string;
}
interface FileContext {
  readonly path: string;
  readonly content: string;
}

interface Contexts<Args> {
  'pre:message': { readonly prompt: string };
  'post:message': { readonly output: string };
  'pre:tool': ToolContext<Args>;
  PreToolUse: ToolContext<Args>;
  'post:tool': ToolResultContext<Args>;
  PostToolUse: ToolResultContext<Args>;
  'pre:agent:spawn': { readonly agent: string; readonly config: unknown };
  'post:agent:complete': { readonly agent: string; readonly result?: unknown };
  'pre:session:phase': PhaseContext;
  'post:session:phase': PhaseContext;
  'pre:git:write': FileContext;
  'post:git:write': FileContext;
  'pre:view:render': { readonly view: string; readonly data: unknown };
}

type Abortable =
  | 'pre:message'
  | 'pre:tool'
  | 'PreToolUse'
  | 'pre:agent:spawn'
  | 'pre:session:phase'
  | 'pre:git:write';

interface Subjects {
  'pre:message': 'prompt';
  'post:message': 'output';
  'pre:tool': 'args';
  PreToolUse: 'args';
  'post:tool': 'result';
  PostToolUse: 'result';
  'pre:agent:spawn': 'config';
  'pre:git:write': 'content';
  'pre:view:render': 'data';
}

type Known = keyof Contexts<unknown>;

/** The point behind `pre:tool:shell`. Never for points of other systems. */
type Behind<P> = P extends Known ? P : { [K in Known]: P extends `${K}:${string}` ? K : never }[Known];

export type ContextOf<P, Args = string> = [Behind<P>] extends [never]
  ? Omit<InputOf<P>, 'hook_event_name' | 'session_id' | 'transcript_path' | 'cwd' | 'permission_mode'>
  : Contexts<Args>[Behind<P>];

export type ExecuteContext<P, Args = string> = ContextOf<P, Args> & Partial<FireInput<P>>;

interface Abort {
  readonly abort?: boolean;
  readonly reason?: string;
}
interface NoAbort {
  readonly abort?: false;
  readonly reason?: string;
}
type Modify<Point, Args> = Point extends keyof Subjects
  ? { readonly modify?: { readonly [K in Subjects[Point]]?: Changed<Contexts<Args>[Point], K> } }
  : { readonly modify?: never };
type Changed<Context, K> = K extends keyof Context ? Context[K] : never;

export type HookReturn<P, Args = string> = ([Behind<P>] extends [Abortable] ? Abort : NoAbort) &
  Modify<Behind<P>, Args>;

// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing has the type void
type MaybeReturn<P, Args> = HookReturn<P, Args> | null | undefined | void;

export type HookHandler<P extends PointRef, Args = string> = (
  context: ContextOf<P, Args>,
  call: HookContext,
) => MaybeReturn<P, Args> | PromiseLike<MaybeReturn<P, Args>>;

export interface ArmamentResult<Context> {
  readonly aborted: boolean;
  readonly reason: string | null;
  readonly context: Context;
}

/** For tools that do not all take a command as text: `new HookSystem<AnyArgs>()`. */
export type AnyArgs = string | ToolInput;
