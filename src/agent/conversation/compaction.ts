import { type Actor, startSession } from '../loop/actor.ts';
import { askModel } from '../loop/model-call.ts';
import { denialOf, plainText } from '../tool-call/tool-texts.ts';

const system = 'You summarise conversations between a user and an agent that works with tools.';
const request = `Summarise the conversation so far, so that the agent can go on from your summary alone: what the user wants, \
what was done and found out, which files matter, and what is left to do.`;

export async function compact(
  actor: Actor,
  trigger: 'manual' | 'auto',
  instructions: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  const { session, identity, conversation } = actor;
  const { history } = conversation;
  if (history.length === 0) return false;
  const { outcome, messages } = await session.ask(
    identity,
    'PreCompact',
    { trigger, custom_instructions: instructions },
    signal,
  );
  signal.throwIfAborted();
  const refused = (reason: string): false => {
    const message = `The conversation was not compacted. ${reason}`;
    session.notice(identity, { level: 'warning', message, hook: null, point: 'PreCompact' });
    return false;
  };
  if (outcome.decision === 'deny') return refused(denialOf(outcome));
  const wishes = outcome.value === null ? '' : `\n\n${plainText(outcome.value)}`;
  const answer = await askModel(actor, { system, messages: history, prompt: `${request}${wishes}` }, signal);
  if (answer.denied) return refused(answer.reason);
  if (answer.text === '') return refused('The model gave no summary.');
  conversation.compact(`This is a summary of the conversation so far:\n\n${answer.text}`);
  actor.tokens = 0;
  for (const message of messages) conversation.follow(message);
  await startSession(actor, 'compact', signal);
  return true;
}

export async function compactIfLarge(actor: Actor, signal: AbortSignal): Promise<void> {
  if (actor.compactAt === Number.POSITIVE_INFINITY) return;
  const { history, messages } = actor.conversation;
  // A summary and the answer to it cannot be made much shorter.
  if (history.length < 3) return;
  const estimate = JSON.stringify(messages).length / charactersPerToken;
  if (Math.max(actor.tokens, estimate) >= actor.compactAt) await compact(actor, 'auto', null, signal);
}

const charactersPerToken = 4;
