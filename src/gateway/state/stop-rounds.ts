import type { Outcome } from '../../engine/outcome/outcome.ts';
import { SessionNotes } from '../../files/state/session-notes.ts';
import type { AgentCall } from '../payload/read-call.ts';
import { sessionKey } from '../payload/read-call.ts';

/** Codex itself has no limit. */
const maxRounds = 8;

const notes = new SessionNotes('rounds');

export function withRounds(call: AgentCall): AgentCall {
  if (call.point.block !== 'resume' || roundsOf(call) === 0) return call;
  return { ...call, input: { ...call.input, stop_hook_active: true } };
}

export function endRounds(call: AgentCall, outcome: Outcome): Outcome {
  if (call.point.block !== 'resume') return outcome;
  const rounds = outcome.resume ? roundsOf(call) + 1 : 0;
  note(call, rounds > maxRounds ? 0 : rounds);
  if (rounds <= maxRounds) return outcome;
  const message = `hookline: hooks made this agent go on ${maxRounds} times in a row, so it may stop now`;
  return {
    ...outcome,
    resume: false,
    notices: [...outcome.notices, { message, level: 'warning', hook: 'hookline' }],
  };
}

function note(call: AgentCall, rounds: number): void {
  try {
    if (rounds === 0) notes.remove(keyOf(call));
    else notes.write(keyOf(call), String(rounds));
  } catch {
    // The agent's own count is all there is then.
  }
}

function roundsOf(call: AgentCall): number {
  try {
    const rounds = Number(notes.read(keyOf(call)) ?? 0);
    return Number.isSafeInteger(rounds) ? rounds : 0;
  } catch {
    return 0;
  }
}

function keyOf(call: AgentCall): readonly string[] {
  return sessionKey(call, call.point.name);
}
