import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ProtectedPath } from '../../builtin/own-files/protected-path.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { describe } from '../../engine/values/text.ts';
import { stateRoot } from '../../files/state/state-folder.ts';
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
  readonly cwd?: string;
  readonly systemPrompt?: string;
  readonly permissionMode?: PermissionMode;
  readonly rules?: RuleLists;
  readonly approver?: Approver;
  /** Files that no call may write to: the configuration and what its handlers run. */
  readonly protectedPaths?: readonly ProtectedPath[];
  readonly files?: FileWriter;
  /** The id for per-agent hooks. Default: `main`. */
  readonly agentId?: string | null;
  readonly agentType?: string;
  /** The kinds of subagents that the `Task` tool can start. Without any, there is no such tool. */
  readonly subagents?: Subagents;
  readonly sessionId?: string;
  readonly orchestratorId?: string;
  readonly resume?: boolean;
  /** Where transcripts are kept. Default: the user's state folder. */
  readonly transcripts?: string;
  /** Maximum number of model calls for one prompt. Default: 100. */
  readonly maxTurns?: number;
  /** Compact the conversation at about this many tokens. Default: never. */
  readonly compactAt?: number;
  readonly hookMessages?: boolean;
  readonly onEvent?: (event: AgentEvent) => void;
}

export function defaultTranscripts(): string {
  return join(stateRoot(), 'sessions');
}

export function sessionIdOf({ sessionId = randomUUID() }: AgentOptions): string {
  if (/^[\w-][\w.-]{0,200}$/.test(sessionId)) return sessionId;
  throw new HooklineError(
    'session-invalid',
    `a session id is letters, digits, "-", "_" and "." and does not begin with a dot; not ${describe(sessionId)}`,
  );
}
