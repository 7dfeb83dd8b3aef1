import type { Outcome } from '../../engine/outcome/outcome.ts';
import { messageOf } from '../../engine/values/text.ts';
import type { Usage } from '../../models/model.ts';
import { compactIfLarge } from '../conversation/compaction.ts';
import { refuseToolCalls, runToolCalls } from '../tool-call/tool-calls.ts';
import { denialOf } from '../tool-call/tool-texts.ts';
import { Interrupted } from './abort.ts';
import { type Actor, noUsage } from './actor.ts';
import type { ResultEvent } from './events.ts';
import { callModel } from './model-call.ts';
import type { Phase, PhaseKeeper, PhaseRefusal } from './phases.ts';
import type { Asked } from './session.ts';

/** How many times in a row Stop hooks may resume an agent. In Claude Code, a tool that runs in between ends the row. */
const maxResumes = 8;

export interface LoopOptions {
  readonly actor: Actor;
  readonly signal: AbortSignal;
  stop(isResumed: boolean): Promise<Asked>;
  phase?(phase: Phase): Promise<PhaseRefusal | null>;
}

export type LoopEnd = Pick<ResultEvent, 'stop_reason' | 'turns' | 'result' | 'usage' | 'reason'>;

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
  #endsRowAtTool = false;
  #isResumed = false;
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
    if (this.#endsRowAtTool) this.#resumes = 0;
    return done.halted ? this.end('halted', done.haltReason ?? 'A hook ended the turn.') : null;
  }

  async #stop(stopReason: string): Promise<LoopEnd | null> {
    const { signal } = this.#options;
    const unready = await this.#enter('review');
    signal.throwIfAborted();
    if (unready !== null) return this.#resume(unready.reason, unready.hook);
    const { outcome, messages } = await this.#options.stop(this.#isResumed);
    signal.throwIfAborted();
    if (outcome.halted) return this.end('halted', outcome.haltReason ?? 'A hook ended the turn.');
    if (!outcome.resume) {
      const undone = await this.#enter('done');
      return undone === null ? this.end(stopReason) : this.#resume(undone.reason, undone.hook);
    }
    this.#endsRowAtTool = endsRowAtTool(outcome);
    return this.#resume(outcome.reason ?? 'Go on.', outcome.decidedBy, messages);
  }

  #resume(reason: string, hook: string | null, messages: readonly string[] = []): LoopEnd | null {
    const { conversation } = this.#options.actor;
    if (this.#resumes === maxResumes) {
      const why = `Stopped although "${hook}" wants to go on: it did so ${maxResumes} times in a row.`;
      return this.end('stop_limit', why);
    }
    this.#resumes += 1;
    this.#isResumed = true;
    conversation.addPrompt(reason);
    for (const message of messages) conversation.follow(message);
    return null;
  }

  async #enter(phase: Phase): Promise<PhaseRefusal | null> {
    return (await this.#options.phase?.(phase)) ?? null;
  }
}

/** Only where every hook that resumes the agent counts as Claude Code does. */
function endsRowAtTool({ runs }: Outcome): boolean {
  const resumes = runs.flatMap(({ effects }) => effects).filter(({ type }) => type === 'resume');
  return resumes.every((effect) => effect.type === 'resume' && effect.countsUntilTool === true);
}

export async function answerPrompt(
  actor: Actor,
  phases: PhaseKeeper,
  prompt: string,
  signal: AbortSignal,
): Promise<LoopEnd> {
  const { session, identity, conversation } = actor;
  signal.throwIfAborted();
  const { outcome, messages } = await session.ask(identity, 'UserPromptSubmit', { prompt }, signal);
  signal.throwIfAborted();
  const refuse = (stopReason: 'denied' | 'halted', reason: string): LoopEnd => {
    session.notice(identity, {
      level: 'warning',
      message: reason,
      hook: outcome.decidedBy,
      point: outcome.point,
    });
    return unanswered(stopReason, reason);
  };
  if (outcome.decision === 'deny') return refuse('denied', denialOf(outcome));
  if (outcome.halted) return refuse('halted', outcome.haltReason ?? 'A hook ended the turn.');
  const unplanned = await phases.enter('plan', signal);
  signal.throwIfAborted();
  if (unplanned !== null) return unanswered('denied', unplanned.reason);
  conversation.addPrompt(prompt);
  for (const message of messages) conversation.follow(message);
  return runLoop({
    actor,
    signal,
    stop: (isResumed) => session.ask(identity, 'Stop', { stop_hook_active: isResumed }, signal),
    phase: (phase) => phases.enter(phase, signal),
  });
}

function unanswered(stopReason: 'denied' | 'halted', reason: string): LoopEnd {
  return { stop_reason: stopReason, turns: 0, result: '', usage: noUsage, reason };
}
