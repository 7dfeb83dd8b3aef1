import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Registrar } from '../../engine/hooks/registrar.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { AgentIdentity, Model } from '../../models/model.ts';
import { type ToolResult, toolError } from '../../models/tool-result.ts';
import { Conversation } from '../conversation/conversation.ts';
import { Transcript } from '../conversation/transcript.ts';
import { type Actor, makeActor, spend } from '../loop/actor.ts';
import { type LoopEnd, runLoop } from '../loop/loop.ts';
import type { Asked, Session } from '../loop/session.ts';
import { denialOf } from '../tool-call/tool-texts.ts';
import { defineTool } from '../tools/define-tool.ts';
import { explainIssues } from '../tools/input-check.ts';
import type { Tool } from '../tools/tool.ts';

export interface SubagentDefinition {
  readonly description?: string;
  readonly prompt?: string;
  /** The names of its tools. Default: all but Task. */
  readonly tools?: readonly string[];
  readonly model?: Model;
  readonly maxTurns?: number;
  readonly hooks?: (scope: Registrar) => void;
}

export type Subagents = Readonly<Record<string, SubagentDefinition>>;

interface SubagentIdentity extends AgentIdentity {
  readonly type: string;
}

export interface TaskOrder {
  readonly type: string;
  readonly description: string;
  readonly prompt: string;
}

const spawnConfig = z.strictObject({
  description: z.string(),
  prompt: z.string(),
  system_prompt: z.string(),
  tools: z.array(z.string()),
  max_turns: z.int().positive().nullable(),
});

type SpawnConfig = z.infer<typeof spawnConfig>;

async function runSubagent(
  parent: Actor,
  subagents: Subagents,
  order: TaskOrder,
  signal: AbortSignal,
): Promise<ToolResult> {
  const definition = Object.hasOwn(subagents, order.type) ? subagents[order.type] : undefined;
  if (definition === undefined) {
    const types = Object.keys(subagents);
    return toolError(
      `there is no subagent "${order.type}", only ${types.join(', ')}${didYouMean(order.type, types)}`,
    );
  }
  const identity = { id: `${order.type}-${randomBytes(4).toString('hex')}`, type: order.type };
  const config = await approveSpawn(parent, identity, configOf(parent, definition, order), signal);
  if (typeof config === 'string') return toolError(config);
  const end = await live(parent, definition, identity, config, signal);
  const { session } = parent;
  const fields = { agent: identity.id, agent_type: identity.type, result: end.result };
  await session.ask(parent.identity, 'post:agent:complete', fields);
  if (end.stop_reason === 'error' || end.stop_reason === 'interrupted')
    return toolError(`the subagent ended: ${end.reason ?? end.stop_reason}`);
  const silence = `(the subagent said nothing: ${end.reason ?? end.stop_reason})`;
  return { content: end.result === '' ? silence : end.result };
}

function configOf(parent: Actor, definition: SubagentDefinition, order: TaskOrder): SpawnConfig {
  return {
    description: order.description,
    prompt: order.prompt,
    system_prompt: definition.prompt ?? parent.systemPrompt,
    tools: [...(definition.tools ?? [...parent.tools.keys()].filter((name) => name !== 'Task'))],
    max_turns: definition.maxTurns ?? null,
  };
}

async function approveSpawn(
  parent: Actor,
  identity: SubagentIdentity,
  config: SpawnConfig,
  signal: AbortSignal,
): Promise<SpawnConfig | string> {
  const fields = { agent: identity.id, agent_type: identity.type, config };
  const { outcome } = await parent.session.ask(parent.identity, 'pre:agent:spawn', fields, signal);
  if (outcome.decision === 'deny') return denialOf(outcome);
  const read = spawnConfig.safeParse(outcome.value);
  if (!read.success)
    return `the configuration that hooks made of it does not fit:\n${explainIssues(read.error.issues)}`;
  const stranger = read.data.tools.find((name) => !parent.tools.has(name));
  if (stranger === undefined) return read.data;
  return `there is no tool "${stranger}" to give to it${didYouMean(stranger, parent.tools.keys())}`;
}

async function live(
  parent: Actor,
  definition: SubagentDefinition,
  identity: SubagentIdentity,
  config: SpawnConfig,
  signal: AbortSignal,
): Promise<LoopEnd> {
  const { session } = parent;
  const transcript = new Transcript(
    subagentTranscript(session.setup.transcriptPath, identity.id),
    session.setup.id,
  );
  const actor = actorFor(parent, definition, identity, config, transcript);
  const scope = session.setup.hooks.scope(identity.id, { parent: parent.identity.id, type: identity.type });
  let hasStopped = false;
  const stop = async (isResumed: boolean, during?: AbortSignal): Promise<Asked> => {
    const asked = await fireStop(session, identity, transcript.path, isResumed, during);
    hasStopped = !asked.outcome.resume;
    // The subagent is called no more: what hooks add is for the parent's next model call.
    if (hasStopped) for (const content of added(asked)) session.pending.add(parent.identity.id, content);
    return asked;
  };
  try {
    definition.hooks?.(scope);
    const fields = { agent_id: identity.id, agent_type: identity.type };
    const started = await session.ask(identity, 'SubagentStart', fields, signal);
    actor.conversation.addPrompt(config.prompt);
    for (const message of started.messages) actor.conversation.follow(message);
    const end = await runLoop({ actor, signal, stop: (isResumed) => stop(isResumed, signal) });
    if (!hasStopped && end.stop_reason !== 'stop_limit') await stop(false);
    return end;
  } finally {
    scope.close();
    session.pending.forget(identity.id);
    parent.actors.delete(identity.id);
    transcript.close();
    spend(parent, actor.usage);
  }
}

function added({ outcome, messages }: Asked): readonly string[] {
  const context = outcome.injections.filter(({ into }) => into !== 'user_message');
  return [...context.map(({ content }) => content), ...messages];
}

function fireStop(
  session: Session,
  { id, type }: SubagentIdentity,
  path: string,
  isResumed: boolean,
  signal: AbortSignal | undefined,
): Promise<Asked> {
  const fields = {
    stop_hook_active: isResumed,
    agent_id: id,
    agent_transcript_path: path,
    agent_type: type,
  };
  return session.ask({ id, type }, 'SubagentStop', fields, signal);
}

function actorFor(
  parent: Actor,
  definition: SubagentDefinition,
  identity: AgentIdentity,
  config: SpawnConfig,
  transcript: Transcript,
): Actor {
  return makeActor({
    session: parent.session,
    actors: parent.actors,
    identity,
    model: definition.model ?? parent.model,
    tools: config.tools
      .map((name) => parent.tools.get(name))
      .filter((tool): tool is Tool => tool !== undefined),
    systemPrompt: config.system_prompt,
    conversation: new Conversation(transcript),
    maxTurns: config.max_turns ?? parent.maxTurns,
    compactAt: parent.compactAt,
  });
}

function subagentTranscript(sessionPath: string, id: string): string {
  return join(sessionPath.replace(/\.jsonl$/, ''), `${id}.jsonl`);
}

export function taskTool(subagents: Subagents, actors: ReadonlyMap<string, Actor>): Tool {
  const kinds = Object.entries(subagents).map(
    ([type, { description }]) => `- ${type}${description === undefined ? '' : `: ${description}`}`,
  );
  return defineTool({
    name: 'Task',
    description: `Gives a task to a subagent, which works on its own and answers once. Kinds:\n${kinds.join('\n')}`,
    input: z.object({
      description: z.string().default('').describe('The task in a few words'),
      prompt: z.string().describe('The whole task: the subagent sees nothing else'),
      subagent_type: z.string().describe('The kind of subagent'),
    }),
    concurrent: true,
    // It does nothing by itself. The subagent's own calls are judged.
    readOnly: true,
    async run({ description, prompt, subagent_type: type }, { agent, signal }) {
      const parent = actors.get(agent.id);
      if (parent === undefined)
        return { content: 'only an agent of this session can do this', isError: true };
      return runSubagent(parent, subagents, { type, description, prompt }, signal);
    },
  });
}
