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

export class Actor {
  readonly session: Session;
  readonly actors: Map<string, Actor>;
  readonly identity: AgentIdentity;
  readonly model: Model;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly declarations: readonly ToolDeclaration[];
  readonly systemPrompt: string;
  readonly conversation: Conversation;
  readonly gate: ToolGate;
  readonly maxTurns: number;
  readonly compactAt: number;
  turn = 0;
  tokens = 0;
  usage: Usage = { input_tokens: 0, output_tokens: 0 };

  constructor(init: ActorInit) {
    const { session, identity } = init;
    this.session = session;
    this.actors = init.actors;
    this.identity = identity;
    this.model = init.model;
    this.systemPrompt = init.systemPrompt;
    this.conversation = init.conversation;
    this.maxTurns = init.maxTurns;
    this.compactAt = init.compactAt;
    this.tools = byName(init.tools);
    this.declarations = [...this.tools.values()].map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    this.actors.set(identity.id, this);
    this.gate = new ToolGate({
      hooks: { fire: (point, input, options) => session.fire(identity, point, input, options) },
      permissions: session.permissions,
      protectedPaths: session.protectedPaths,
      cwd: session.cwd,
      agent: identity,
      pending: session.pending,
      notice: (notice, point) => session.notice(identity, { ...notice, point }),
      asking: (message) => session.notify(identity, message, 'permission_prompt'),
    });
  }

  spend(usage: Usage): void {
    this.usage = {
      input_tokens: this.usage.input_tokens + usage.input_tokens,
      output_tokens: this.usage.output_tokens + usage.output_tokens,
    };
  }
}

/** Hooks and rules go by names, so a second tool of the same name would pass for the first. */
function byName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const found = new Map<string, Tool>();
  for (const tool of tools) {
    if (found.has(tool.name))
      throw new HooklineError('option-invalid', `there are two tools with the name "${tool.name}"`);
    found.set(tool.name, tool);
  }
  return found;
}
