import { messageOf } from '../../engine/values/text.ts';
import type { Usage } from '../../models/model.ts';
import { compactIfLarge } from '../conversation/compaction.ts';
import { refuseToolCalls, runToolCalls } from '../tool-call/tool-calls.ts';
import { Interrupted } from './abort.ts';
import type { Actor } from './actor.ts';
import type { ResultEvent } from './events.ts';
import { callModel } from './model-call.ts';
import type { Phase, PhaseRefusal } from './phases.ts';
import type { Asked } from './session.ts';

/** How many times in a row Stop hooks may resume an agent. */
const maxResumes = 8;

export interface LoopOptions {
  readonly actor: Actor;
  readonly signal: AbortSignal;
  /** Fires Stop, or SubagentStop. */
  stop(isResumed: boolean): Promise<Asked>;
  /** Enters a phase. Default: there are none. */
  phase?(phase: Phase): Promise<PhaseRefusal | null>;
}

export type LoopEnd = Pick<ResultEvent, 'stop_reason' | 'turns' | 'result' | 'usage' | 'reason'>;

/** Model call, tool calls, model call, … until the model is done and no hook resumes it. Never rejects. */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  const loop = new Loop(options);
  try {
    return await loop.run();
  } catch (problem) {
    if (options.signal.aborted || problem instanceof Interrupted) return loop.end('interrupted');
    return loop.end('error', messageOf(problem));
  }
}

class Loop {
  readonly #options: LoopOptions;
  #turns = 0;
  #resumes = 0;
  #text = '';
  readonly #usedBefore: Usage;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#usedBefore = options.actor.usage;
  }

  async run(): Promise<LoopEnd> {
    const { actor, signal } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      if (this.#turns >= actor.maxTurns) {
        return this.end(
          'max_turns',
          `The model was called ${this.#turns} times, as often as maxTurns allows.`,
        );
      }
      const end = await this.#turn();
      if (end !== null) return end;
    }
  }

  end(stopReason: ResultEvent['stop_reason'], reason?: string | null): LoopEnd {
    const { actor } = this.#options;
    actor.conversation.dropUnsent();
    const usage = {
      input_tokens: actor.usage.input_tokens - this.#usedBefore.input_tokens,
      output_tokens: actor.usage.output_tokens - this.#usedBefore.output_tokens,
    };
    const end = { stop_reason: stopReason, turns: this.#turns, result: this.#text, usage };
    if (reason === undefined || reason === null) return end;
    const level = stopReason === 'error' ? 'error' : 'warning';
    actor.session.notice(actor.identity, { level, message: reason, hook: null, point: null });
    return { ...end, reason };
  }

  /** One model call and its tool calls; null when the loop goes on. */
  async #turn(): Promise<LoopEnd | null> {
    const { actor, signal } = this.#options;
    await compactIfLarge(actor, signal);
    const answer = await callModel(actor, signal);
    if (answer.denied) return this.end('denied', answer.reason);
    this.#turns += 1;
    this.#text = answer.text;
    if (answer.calls.length === 0) return this.#stop(answer.stopReason);
    const idle = await this.#enter('act');
    const done =
      idle === null
        ? await runToolCalls(actor, answer.calls, answer.problems, signal)
        : refuseToolCalls(actor, answer.calls, idle.reason);
    actor.conversation.add({ role: 'user', content: done.results });
    for (const message of done.messages) actor.conversation.follow(message);
    return done.halted ? this.end('halted', done.haltReason ?? 'A hook ended the turn.') : null;
  }

  async #stop(stopReason: string): Promise<LoopEnd | null> {
    const { signal } = this.#options;
    const unready = await this.#enter('review');
    signal.throwIfAborted();
    if (unready !== null) return this.#resume(unready.reason, unready.hook);
    const { outcome, messages } = await this.#options.stop(this.#resumes > 0);
    signal.throwIfAborted();
    if (outcome.halted) return this.end('halted', outcome.haltReason ?? 'A hook ended the turn.');
    if (!outcome.resume) {
      const undone = await this.#enter('done');
      return undone === null ? this.end(stopReason) : this.#resume(undone.reason, undone.hook);
    }
    return this.#resume(outcome.reason ?? 'Go on.', outcome.decidedBy, messages);
  }

  /** Goes on instead of ending, if that did not happen too often. */
  #resume(reason: string, hook: string | null, messages: readonly string[] = []): LoopEnd | null {
    const { conversation } = this.#options.actor;
    if (this.#resumes === maxResumes) {
      const why = `Stopped although "${hook}" wants to go on: it did so ${maxResumes} times in a row.`;
      return this.end('stop_limit', why);
    }
    this.#resumes += 1;
    conversation.addPrompt(reason);
    for (const message of messages) conversation.follow(message);
    return null;
  }

  async #enter(phase: Phase): Promise<PhaseRefusal | null> {
    return (await this.#options.phase?.(phase)) ?? null;
  }
}
