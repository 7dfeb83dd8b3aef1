import type { Hooks } from '../../engine/hooks/hooks.ts';
import type { AgentIdentity } from '../../models/model.ts';

export type Fire = Hooks['fire'];

export interface FileWriteContext {
  readonly cwd: string;
  readonly agent: AgentIdentity;
  readonly toolUseId: string | null;
  readonly signal: AbortSignal;
  readonly fire: Fire;
}

export type FileWriteResult =
  | { readonly written: true; readonly content: string | null }
  | { readonly written: false; readonly reason: string };

/** The one way to write files. Never throws when a hook or the disk refuses. */
export interface FileWriter {
  write(path: string, content: string, context: FileWriteContext): Promise<FileWriteResult>;
  delete(path: string, context: FileWriteContext): Promise<FileWriteResult>;
}

export const noFileWriter: FileWriter = {
  write: () => Promise.resolve(refusal),
  delete: () => Promise.resolve(refusal),
};

const refusal: FileWriteResult = { written: false, reason: 'this agent was given no way to write files' };
