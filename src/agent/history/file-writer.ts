import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { AgentIdentity } from '../../models/identity.ts';

/** Fires a point for the agent that acts, with the base fields of its session. The options may name another agent. */
export type Fire = Hooks['fire'];

/** Who writes the file. The context of a tool call is one. */
export interface FileWriteContext {
  readonly cwd: string;
  readonly agent: AgentIdentity;
  readonly toolUseId: string | null;
  readonly signal: AbortSignal;
  readonly fire: Fire;
}

export type FileWriteResult =
  /** `content` is what the file holds now, after changes by hooks. Null when the file was deleted. */
  | { readonly written: true; readonly content: string | null }
  /** A hook or the disk refused. The reason is for the model. */
  | { readonly written: false; readonly reason: string };

/**
 * The one way to write files: pre:git:write, the write, post:git:write, and the history for undo. Every tool of an
 * agent uses it. It never throws when a hook or the disk refuses.
 */
export interface FileWriter {
  /** Writes the whole file and creates missing folders. A relative path is relative to `cwd`. */
  write(path: string, content: string, context: FileWriteContext): Promise<FileWriteResult>;
  delete(path: string, context: FileWriteContext): Promise<FileWriteResult>;
}

/** For an agent without a file writer: refuses every write. */
export const noFileWriter: FileWriter = {
  write: () => Promise.resolve(refusal),
  delete: () => Promise.resolve(refusal),
};

const refusal: FileWriteResult = { written: false, reason: 'this agent was given no way to write files' };
