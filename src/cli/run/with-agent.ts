import { randomUUID } from 'node:crypto';
import { FileHistory } from '../../agent/history/file-history.ts';
import { Agent } from '../../agent/loop/agent.ts';
import type { AgentOptions } from '../../agent/loop/agent-options.ts';
import { type Script, ScriptedModel, type ScriptTeam } from '../../agent/script/scripted-model.ts';
import { Team } from '../../agent/team/team.ts';
import type { PermissionMode } from '../../agent/tool-call/permissions.ts';
import { standardTools } from '../../agent/tools/standard-tools.ts';
import type { Tool } from '../../agent/tools/tool.ts';
import { handlerFiles } from '../../config/handlers/handler-files.ts';
import type { Config } from '../../config/load/config.ts';
import { connectMcpServers } from '../../mcp/mcp.ts';
import { namesBefore } from '../input/find-config.ts';
import type { Chosen } from './choose-model.ts';

export interface AgentSetting
  extends Pick<
    AgentOptions,
    'approver' | 'sessionId' | 'orchestratorId' | 'resume' | 'cwd' | 'transcripts' | 'compactAt' | 'onEvent'
  > {
  readonly config: Config;
  readonly chosen: Chosen;
  readonly permissionMode: PermissionMode;
  readonly hookMessages: boolean;
  readonly tell: (message: string) => void;
}

export interface Running {
  readonly agent: Agent;
  readonly team: Team | null;
}

export async function withAgent<T>(setting: AgentSetting, use: (running: Running) => Promise<T>): Promise<T> {
  const { config, chosen, approver, transcripts, compactAt, onEvent, tell } = setting;
  const cwd = setting.cwd ?? process.cwd();
  const sessionId = setting.sessionId ?? randomUUID();
  const [files, mcp] = await Promise.all([
    FileHistory.open({ root: cwd, sessionId, onProblem: tell }),
    connectMcpServers(config.mcpServers, { cwd, onProblem: ({ message }) => tell(message) }),
  ]);
  for (const message of neverFired(config)) tell(message);
  const made: Agent[] = [];
  const make: MakeAgent = (tools, own) => {
    const agent = new Agent({
      hooks: config.hooks,
      model: chosen.model,
      tools: [...standardTools(), ...mcp.tools, ...tools],
      cwd,
      files,
      sessionId,
      permissionMode: setting.permissionMode,
      // A hook of the configuration enforces the other rules.
      rules: { allow: config.permissions.allow },
      // An agent must not edit its own guard, nor the history for undo.
      protectedPaths: [
        ...config.files,
        ...namesBefore(config.files, cwd),
        ...handlerFiles(config.declarations, cwd),
        files.directory,
      ],
      subagents: chosen.subagents,
      hookMessages: setting.hookMessages,
      ...(approver && { approver }),
      ...(transcripts !== undefined && { transcripts }),
      ...(compactAt !== undefined && { compactAt }),
      ...(setting.orchestratorId !== undefined && { orchestratorId: setting.orchestratorId }),
      ...(onEvent && { onEvent }),
      ...own,
    });
    made.push(agent);
    return agent;
  };
  const lead = { agentId: chosen.agentId, resume: setting.resume ?? false };
  try {
    return await use(gather(setting, make, lead, sessionId));
  } finally {
    for (const agent of made) await agent.end();
    await mcp.close();
  }
}

type MakeAgent = (tools: readonly Tool[], own: Partial<AgentOptions>) => Agent;

function gather(
  { chosen: { script }, config }: AgentSetting,
  make: MakeAgent,
  lead: Partial<AgentOptions>,
  sessionId: string,
): Running {
  if (script?.team === undefined) return { agent: make([], lead), team: null };
  const { name, tasks, teammates } = script.team;
  let agent: Agent | null = null;
  const team = new Team({
    name,
    hooks: config.hooks,
    lead: (tools) => {
      agent = make(tools, lead);
      return agent;
    },
    teammates: members(teammates, script, make, sessionId),
  });
  for (const { subject, description } of tasks)
    team.tasks.add({ subject, ...(description !== undefined && { description }) });
  return { agent: agent ?? make([], lead), team };
}

function members(
  teammates: ScriptTeam['teammates'],
  { subagents }: Script,
  make: MakeAgent,
  sessionId: string,
): Readonly<Record<string, (tools: readonly Tool[]) => Agent>> {
  const agentType = 'teammate';
  const entries = Object.entries(teammates).map(([name, turns]) => {
    const own = {
      agentId: name,
      agentType,
      sessionId: `${sessionId}-${name.replaceAll(/[^\w.-]/g, '-')}`,
      model: new ScriptedModel({ subagents: { ...subagents, [agentType]: turns } }),
    };
    return [name, (tools: readonly Tool[]) => make(tools, own)] as const;
  });
  return Object.fromEntries(entries);
}

/** Users must not rely on hooks at points that this agent never fires. */
function neverFired({ declarations }: Config): readonly string[] {
  const points = new Set(declarations.map(({ point }) => point).filter(({ firedBy }) => firedBy !== null));
  return [...points].map(({ name, firedBy }) => `only ${firedBy} fires ${name}, so its hooks don't run here`);
}
