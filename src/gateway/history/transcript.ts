import type { Fields } from '../../engine/values/shapes.ts';

export interface PastCall {
  readonly id: string;
  readonly session: string;
  readonly at: number;
  /** The folder that the agent worked in; null where the transcript doesn't say. */
  readonly folder: string | null;
  /** The tool under the name that the agent announces to hooks. */
  readonly tool: string;
  readonly input: Fields;
}

export interface TranscriptFormat {
  readonly agent: string;
  /** The version whose real files the tests read. */
  readonly checked: string;
  /** Below the home folder. The agent's variable moves the first part. */
  readonly folders: readonly string[];
  readonly moved?: { readonly variable: string; readonly folder: string };
  isTranscript(path: string): boolean;
  read(path: string, reading: Reading): AsyncIterable<PastCall>;
}

export interface Reading {
  /** Readers may leave out earlier calls. */
  readonly since: number;
  /** Counts a line, or a part of one, that isn't understood. */
  unknown(): void;
}
