import type { PointInputs } from '../../engine/points/inputs.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import type { AgentIdentity, Model, ToolDeclaration, Usage } from '../../models/model.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { ToolGate } from '../tool-call/tool-gate.ts';
import type { Tool } from '../tools/tool.ts';
import type { Session } from './session.ts';

export interface ActorInit {
  readonly session: Session;
  readonly actors: Map<string, Actor>;
  readonly identity: AgentIdentity;
  readonly model: Model;
  readonly tools: readonly Tool[];
  readonly systemPrompt: string;
  readonly conversation: Conversation;
  readonly maxTurns: number;
  readonly compactAt: number;
}

/** An agent or subagent at work. */
export interface Actor extends Omit<ActorInit, 'tools'> {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly declarations: readonly ToolDeclaration[];
  readonly gate: ToolGate;
  turn: number;
  tokens: number;
  usage: Usage;
}

export function makeActor(init: ActorInit): Actor {
  const { session, identity } = init;
  const { permissions, protectedPaths, cwd } = session.setup;
  const tools = byName(init.tools);
  const gate = new ToolGate({
    ...{ permissions, protectedPaths, cwd, agent: identity, pending: session.pending },
    hooks: { fire: (point, input, options) => session.fire(identity, point, input, options) },
    notice: (notice, point) => session.notice(identity, { ...notice, point }),
    asking: (message) => session.notify(identity, message, 'permission_prompt'),
  });
  const declarations = init.tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const actor = { ...init, tools, declarations, gate, turn: 0, tokens: 0, usage: noUsage };
  init.actors.set(identity.id, actor);
  return actor;
}

export const noUsage: Usage = { input_tokens: 0, output_tokens: 0 };

export function spend(actor: Actor, { input_tokens, output_tokens }: Usage): void {
  const { usage } = actor;
  actor.usage = {
    input_tokens: usage.input_tokens + input_tokens,
    output_tokens: usage.output_tokens + output_tokens,
  };
}

export async function startSession(
  { session, identity, conversation, model }: Actor,
  source: PointInputs['SessionStart']['source'],
  signal?: AbortSignal,
): Promise<void> {
  const { messages } = await session.ask(identity, 'SessionStart', { source, model: model.name }, signal);
  for (const message of messages) conversation.follow(message);
}

/** Hooks and rules go by names, so a second tool of the same name would pass for the first. */
function byName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const named = new Map<string, Tool>();
  for (const tool of tools) {
    if (named.has(tool.name))
      throw new HooklineError('option-invalid', `there are two tools with the name "${tool.name}"`);
    named.set(tool.name, tool);
  }
  return named;
}
