import type { HookContext } from '../../engine/firing/context.ts';
import type { Interceptor } from '../../engine/firing/interceptor.ts';
import type { Reply } from '../../engine/outcome/effects.ts';
import type { Run } from '../../engine/outcome/outcome.ts';
import { isPostponed } from '../../engine/outcome/reply.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { agentSdk } from '../../protocols/agent-sdk/agent-sdk.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { readWritten } from '../../protocols/reply/json-reply.ts';
import type { RunnerResult } from './words.ts';

/** The raw answers of hooks, by run. One map for all runners, since they may share a chain. */
const answers = new WeakMap<Run, RunnerResult>();

export function answerOf(run: Run): RunnerResult | undefined {
  return answers.get(run);
}

/**
 * Keeps the raw answers of a runner's hooks. The engine folds effects and forgets the words, and callers of `fire` get
 * the words.
 */
export class RawReplies {
  /** The run that is about to be made: the engine tells its listeners, then calls the handler. */
  #starting: Run | null = null;
  readonly #runs = new WeakMap<HookContext, Run>();

  readonly interceptor: Interceptor = {
    started: (_, run) => {
      this.#starting = run;
    },
  };

  /** The wire of the Agent SDK, which notes what it was able to read. */
  readonly protocol: Protocol = {
    ...agentSdk,
    readValue: (value, call) => {
      const reply = agentSdk.readValue(value, call);
      this.#note(call.context, value, reply);
      return reply;
    },
    readOutput: (output, call) => {
      const reply = agentSdk.readOutput(output, call);
      const written = readWritten(output.stdout);
      if (written.kind === 'json') this.#note(call.context, written.value, reply);
      return reply;
    },
  };

  /** The handler, with its runs known. */
  following(handler: HookFunction): HookFunction {
    const invoke: HookFunction = (input, context) => {
      this.#begin(context);
      return handler(input, context);
    };
    return Object.assign(invoke, handler);
  }

  #begin(context: HookContext): void {
    // A second run goes on with the first one's context; by then others may have started.
    if (context.phase === 1 && this.#starting !== null) this.#runs.set(context, this.#starting);
  }

  #note(context: HookContext, value: unknown, reply: Reply): void {
    const run = this.#runs.get(context);
    if (run === undefined || typeof value !== 'object' || value === null || isPostponed(reply)) return;
    try {
      // The wire has read it, so its fields are what they should be.
      answers.set(run, structuredClone(value) as RunnerResult);
    } catch {
      // What cannot be copied is told by its effects instead.
    }
  }
}
