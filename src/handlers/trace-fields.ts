import type { HookContext } from '../engine/hooks/hook-context.ts';

/** The names of W3C Trace Context, as headers and in the `_meta` of MCP. */
export type TraceFields = { readonly [Name in 'traceparent' | 'tracestate']?: string };

const parent = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
const state = /^[\x20-\x7e]{1,512}$/;
const none: TraceFields = {};

/** The trace that a run belongs to. What no header could hold is left out: a trace must not stop a hook. */
export function traceFields({ traceContext }: HookContext): TraceFields {
  if (traceContext === undefined || !parent.test(traceContext.traceparent)) return none;
  const { traceparent, tracestate = '' } = traceContext;
  return state.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}
