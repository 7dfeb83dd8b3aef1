import { denialOf } from '../tool-call/tool-texts.ts';
import type { Actor } from './actor.ts';
import { type LoopEnd, runLoop } from './loop.ts';
import type { PhaseKeeper } from './phases.ts';

/** Takes one prompt from UserPromptSubmit to Stop. */
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
  const usage = { input_tokens: 0, output_tokens: 0 };
  return { stop_reason: stopReason, turns: 0, result: '', usage, reason };
}
