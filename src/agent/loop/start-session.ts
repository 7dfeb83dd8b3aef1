import type { SessionStartInput } from '../../engine/points/inputs.ts';
import type { Actor } from './actor.ts';

/** Tells hooks that the session begins, or begins anew, and takes in what they want the model to know. */
export async function startSession(
  { session, identity, conversation, model }: Actor,
  source: SessionStartInput['source'],
  signal?: AbortSignal,
): Promise<void> {
  const { messages } = await session.ask(identity, 'SessionStart', { source, model: model.name }, signal);
  for (const message of messages) conversation.follow(message);
}
