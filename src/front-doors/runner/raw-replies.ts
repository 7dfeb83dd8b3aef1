import { Context } from '../../engine/firing/context.ts';
import type { Reply } from '../../engine/outcome/effects.ts';
import type { Run } from '../../engine/outcome/outcome.ts';
import { isPostponed } from '../../engine/outcome/reply.ts';
import { agentSdk } from '../../protocols/agent-sdk/agent-sdk.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import { readWritten } from '../../protocols/reply/json-reply.ts';
import type { RunnerResult } from './words.ts';

/** What hooks answered in their own words. The engine folds effects and forgets the words; `fire` gives the words. */
const rawReplies = new WeakMap<Run, RunnerResult>();

export function rawReplyOf(run: Run): RunnerResult | undefined {
  return rawReplies.get(run);
}

/** The wire of the Agent SDK, which keeps what it was able to read. */
export const keepingProtocol: Protocol = {
  ...agentSdk,
  readValue: (value, call) => {
    const reply = agentSdk.readValue(value, call);
    keep(call, value, reply);
    return reply;
  },
  readOutput: (output, call) => {
    const reply = agentSdk.readOutput(output, call);
    const written = readWritten(output.stdout);
    if (written.kind === 'json') keep(call, written.value, reply);
    return reply;
  },
};

function keep({ context }: WireCall, value: unknown, reply: Reply): void {
  const run = Context.runOf(context);
  if (run === null || typeof value !== 'object' || value === null || isPostponed(reply)) return;
  try {
    // The wire has read it, so its fields are what they should be.
    rawReplies.set(run, structuredClone(value) as RunnerResult);
  } catch {
    // What cannot be copied is told by its effects instead.
  }
}
