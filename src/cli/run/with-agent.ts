import { randomUUID } from 'node:crypto';
import { FileHistory } from '../../agent/history/file-history.ts';
import { Agent } from '../../agent/loop/agent.ts';
import type { AgentEvent } from '../../agent/loop/events.ts';
import type { Approver, PermissionMode } from '../../agent/tool-call/permissions.ts';
import { standardTools } from '../../agent/tools/standard-tools.ts';
import { handlerFiles } from '../../config/handlers/handler-files.ts';
import type { Config } from '../../config/load/config.ts';
import { connectMcpServers } from '../../mcp/mcp.ts';
import { tieCommandsToHost } from '../../processes/launcher/start-process.ts';
import { namesBefore } from '../input/find-config.ts';
import type { Chosen } from './choose-model.ts';

export interface AgentSetting {
  readonly config: Config;
  readonly chosen: Chosen;
  readonly permissionMode: PermissionMode;
  readonly hookMessages: boolean;
  readonly approver?: Approver;
  /** The id of the session. Default: a new one. */
  readonly sessionId?: string;
  /** Whether to resume it. */
  readonly resume?: boolean;
  /** Its working folder. Default: the current one. */
  readonly cwd?: string;
  /** The folder of its transcript. Default: the user's state folder. */
  readonly transcripts?: string;
  readonly tell: (message: string) => void;
  readonly onEvent?: (event: AgentEvent) => void;
}

/** Makes an agent with real tools and the configuration's hooks and MCP servers, and ends all of it afterwards. */
export async function withAgent<T>(setting: AgentSetting, use: (agent: Agent) => Promise<T>): Promise<T> {
  const { config, chosen, approver, transcripts, onEvent, tell } = setting;
  const cwd = setting.cwd ?? process.cwd();
  const sessionId = setting.sessionId ?? randomUUID();
  const [files, mcp] = await Promise.all([
    FileHistory.open({ root: cwd, sessionId, onProblem: tell }),
    connectMcpServers(config.mcpServers, { cwd, onProblem: ({ message }) => tell(message) }),
    // A hook that runs when the agent is killed must end too.
    tieCommandsToHost(),
  ]);
  const agent = new Agent({
    hooks: config.hooks,
    model: chosen.model,
    tools: [...standardTools(), ...mcp.tools],
    cwd,
    files,
    sessionId,
    resume: setting.resume ?? false,
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
    ...(chosen.agentId !== null && { agentId: chosen.agentId }),
    ...(approver && { approver }),
    ...(transcripts !== undefined && { transcripts }),
    ...(onEvent && { onEvent }),
  });
  try {
    return await use(agent);
  } finally {
    await agent.end();
    await mcp.close();
  }
}
