import type { WireCall } from '../../protocols/protocol.ts';
import type { HookEvent } from './event.ts';

/** What the host knows about a call. Hooks that are objects with `execute` get all of it. */
export interface CallContext {
  readonly session_id?: string | null;
  readonly orchestrator_id?: string | null;
  /** Whose call it is: this agent's hooks join the global ones. */
  readonly agent_id?: string | null;
  readonly tool_use_id?: string | null;
  /** Where the agent works; commands run there. */
  readonly cwd?: string | null;
  readonly tool_output?: string | null;
  /** Cancels the hooks; the call does not go ahead then. */
  readonly signal?: AbortSignal;
  readonly [field: string]: unknown;
}

/**
 * The contexts of the calls at work. An event carries only the key: it may be frozen and copied on its way through the
 * chain, and a host's context may hold anything.
 */
const contexts = new Map<string, CallContext>();
export const callField = 'massgen_call';
let lastCall = 0;

/** Lends the context to the hooks of one call, for as long as it takes. */
export async function lendContext<Result>(
  context: CallContext,
  work: (call: string) => Promise<Result>,
): Promise<Result> {
  lastCall += 1;
  const call = String(lastCall);
  contexts.set(call, context);
  try {
    return await work(call);
  } finally {
    contexts.delete(call);
  }
}

/** The context for one hook, in a copy of its own: the caller's is never changed. */
export function contextOf({ input }: WireCall, event: HookEvent): CallContext {
  const { session_id, orchestrator_id, agent_id, tool_output } = event;
  const { tool_use_id } = input as { readonly tool_use_id?: string };
  const known = { session_id, orchestrator_id, agent_id, tool_use_id: tool_use_id ?? '', tool_output };
  return { ...contexts.get(String(input[callField])), ...known };
}
