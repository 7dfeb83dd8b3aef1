import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { AgentIdentity } from '../../models/identity.ts';

/** Fires a point with the base fields of the session and for the agent that acts, unless the options name another. */
export type Fire = Hooks['fire'];

/** On whose behalf a file is written. The context of a tool call is one. */
export interface FileWriteContext {
  readonly cwd: string;
  readonly agent: AgentIdentity;
  readonly toolUseId: string | null;
  readonly signal: AbortSignal;
  readonly fire: Fire;
}

export type FileWriteResult =
  /** `content` is what the file holds now: hooks may have changed it. Null when the file was deleted. */
  | { readonly written: true; readonly content: string | null }
  /** A hook refused, or the disk did; the reason is for the model. */
  | { readonly written: false; readonly reason: string };

/**
 * The one way to a file: pre:git:write, the write itself, post:git:write, and the history that undo goes by. Nothing that
 * an agent's tool writes goes around it. It never throws for what a hook or the disk refuses.
 */
export interface FileWriter {
  /** Writes the whole file, folders included. A relative path is relative to `cwd`. */
  write(path: string, content: string, context: FileWriteContext): Promise<FileWriteResult>;
  delete(path: string, context: FileWriteContext): Promise<FileWriteResult>;
}

/** For an agent that was given none. */
export const noFileWriter: FileWriter = {
  write: () => Promise.resolve(refusal),
  delete: () => Promise.resolve(refusal),
};

const refusal: FileWriteResult = { written: false, reason: 'this agent was given no way to write files' };
