import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProtectedPath } from '../../builtin/own-files/protected-path.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { describe } from '../../engine/values/text.ts';
import type { Model } from '../../models/model.ts';
import type { RuleLists } from '../../permissions/permission-rules.ts';
import type { FileWriter } from '../history/file-writer.ts';
import type { Subagents } from '../subagents/subagents.ts';
import type { Approver, PermissionMode } from '../tool-call/permissions.ts';
import type { Tool } from '../tools/tool.ts';
import type { AgentEvent } from './events.ts';

export interface AgentOptions {
  readonly hooks: Hooks;
  readonly model: Model;
  readonly tools?: readonly Tool[];
  /** The working folder. Default: the process's. */
  readonly cwd?: string;
  readonly systemPrompt?: string;
  readonly permissionMode?: PermissionMode;
  readonly rules?: RuleLists;
  /** Asks a person. Without an approver, questions are denied. */
  readonly approver?: Approver;
  /** Files that no call may write to: the configuration and what its handlers run. */
  readonly protectedPaths?: readonly ProtectedPath[];
  /** Writes files. Without it, tools cannot write any. */
  readonly files?: FileWriter;
  /** The id for per-agent hooks. Default: `main`. */
  readonly agentId?: string | null;
  /** What kind of agent it is, for hooks. Default: the main agent of its session. */
  readonly agentType?: string;
  /** The kinds of subagents that the `Task` tool can start. Without any, there is no such tool. */
  readonly subagents?: Subagents;
  readonly sessionId?: string;
  /** Which orchestrator runs the agent: `orchestrator_id` of its events. Default: none. */
  readonly orchestratorId?: string;
  /** Continues the session of that id where its transcript ends. */
  readonly resume?: boolean;
  /** Where transcripts are kept. Default: the user's state folder. */
  readonly transcripts?: string;
  /** Maximum number of model calls for one prompt. Default: 100. */
  readonly maxTurns?: number;
  /** Compact the conversation at about this many tokens. Default: never. */
  readonly compactAt?: number;
  /** Also emit a message for every run of a hook. */
  readonly hookMessages?: boolean;
  /** Gets every event, including those outside of a run. */
  readonly onEvent?: (event: AgentEvent) => void;
}

/** The folder of transcripts when the host names none. */
export function defaultTranscripts(): string {
  const state = process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  return join(state, 'hookline', 'sessions');
}

/** The id of a session. It is also the name of its file. */
export function sessionIdOf({ sessionId = randomUUID() }: AgentOptions): string {
  if (/^[\w-][\w.-]{0,200}$/.test(sessionId)) return sessionId;
  throw new HooklineError(
    'session-invalid',
    `a session id is letters, digits, "-", "_" and "." and does not begin with a dot; not ${describe(sessionId)}`,
  );
}
