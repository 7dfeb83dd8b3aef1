import type { PointInputs } from '../../engine/points/inputs.ts';
import type { Actor } from './actor.ts';

export async function startSession(
  { session, identity, conversation, model }: Actor,
  source: PointInputs['SessionStart']['source'],
  signal?: AbortSignal,
): Promise<void> {
  const { messages } = await session.ask(identity, 'SessionStart', { source, model: model.name }, signal);
  for (const message of messages) conversation.follow(message);
}
