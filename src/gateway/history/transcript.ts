import type { Fields } from '../../engine/values/shapes.ts';

/** A tool call of the past, as an agent wrote it down. */
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

/** Where one agent keeps its transcripts, and how to read them. */
export interface TranscriptFormat {
  readonly agent: string;
  /** The version whose real files the tests read. */
  readonly checked: string;
  /** The folders to look in, below the home folder. The agent's own variable moves the first part. */
  readonly folders: readonly string[];
  readonly moved?: { readonly variable: string; readonly folder: string };
  isTranscript(path: string): boolean;
  read(path: string, reading: Reading): AsyncIterable<PastCall>;
}

export interface Reading {
  /** Calls before it are left out where that saves work. */
  readonly since: number;
  /** Reports a line, or a part of one, that isn't understood. */
  unknown(): void;
}
