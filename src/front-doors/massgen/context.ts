import type { WireCall } from '../../protocols/protocol.ts';
import type { HookEvent } from './event.ts';

/** What the host knows about a call. Hooks that are objects with `execute` get all of it. */
export interface CallContext {
  readonly session_id?: string | null;
  readonly orchestrator_id?: string | null;
  /** The agent that calls. Its hooks join the global ones. */
  readonly agent_id?: string | null;
  readonly tool_use_id?: string | null;
  /** The agent's working folder. Commands run there. */
  readonly cwd?: string | null;
  readonly tool_output?: string | null;
  /** Cancels the hooks. Then the call does not go ahead. */
  readonly signal?: AbortSignal;
  readonly [field: string]: unknown;
}

/**
 * The contexts of running calls. An event carries only the key: the chain may freeze and copy it, and a context may
 * hold anything.
 */
const contexts = new Map<string, CallContext>();
export const callField = 'massgen_call';
let lastCall = 0;

/** Lends the context to the hooks of one call while it runs. */
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

/** A copy of the context for one hook. The caller's is never changed. */
export function contextOf({ input }: WireCall, event: HookEvent): CallContext {
  const { session_id, orchestrator_id, agent_id, tool_output } = event;
  const { tool_use_id } = input as { readonly tool_use_id?: string };
  const known = { session_id, orchestrator_id, agent_id, tool_use_id: tool_use_id ?? '', tool_output };
  return { ...contexts.get(String(input[callField])), ...known };
}
