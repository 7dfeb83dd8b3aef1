/** What the page and its server say to each other. */

export type RowDecision = 'allow' | 'deny' | 'ask' | null;

/** The strongest thing that came of an event. */
export type RowVerdict = RowDecision | 'halt' | 'resume' | 'suppress' | 'modify' | 'inject';

/** The decisions by the numbers that rows carry. */
export const rowDecisions: readonly RowDecision[] = [null, 'allow', 'ask', 'deny'];

/** What stands out in an event, as bits of `marks`. */
export const rowMarks = { failed: 1, changed: 2, dropped: 4, halted: 8, resumed: 16, letPass: 32 } as const;

/**
 * Events of the list, one array a column. Texts that come again and again are sent once, in `names`; the columns hold their
 * numbers.
 */
export interface RowBatch {
  /** The number of the first event. Numbers stay while the server runs. */
  readonly first: number;
  /** Texts that were not sent before; they go on where those of the last batch ended. */
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: readonly number[];
  readonly session: readonly number[];
  readonly agent: readonly number[];
  readonly point: readonly number[];
  readonly tool: readonly number[];
  readonly product: readonly number[];
  /** What the event is about, on one line: a command, a path, a prompt. */
  readonly about: readonly string[];
  readonly decision: readonly number[];
  readonly durationMs: readonly number[];
  readonly marks: readonly number[];
  /** The hooks that ran. */
  readonly hooks: readonly (readonly number[])[];
  /** How long each of them took. */
  readonly hookMs: readonly (readonly number[])[];
}

/** One hook in one event. */
export interface RunDetail {
  readonly hook: string;
  readonly level: string | null;
  /** file:line:column */
  readonly place: string | null;
  readonly status: string;
  readonly decision: RowDecision;
  readonly reason: string | null;
  readonly failure: string | null;
  readonly error: string | null;
  readonly startMs: number | null;
  readonly durationMs: number | null;
  readonly effects: readonly unknown[];
  readonly dropped: readonly unknown[];
  /** Which word of a person lifted what it decided; null where none did. */
  readonly letPass: string | null;
  readonly changes: readonly ChangeDetail[];
  readonly stdout: string;
  readonly stderr: string;
}

/** One place of the subject that a hook changed. */
export interface ChangeDetail {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface EventDetail {
  readonly row: number;
  readonly id: string;
  readonly at: number;
  readonly session: string;
  readonly agent: string | null;
  readonly lineage: readonly string[];
  readonly product: string | null;
  readonly folder: string | null;
  readonly point: string;
  readonly tool: string | null;
  readonly code: string | null;
  /** The rules that would have held it back, had a person not opened them. */
  readonly openRules?: readonly string[] | undefined;
  readonly decision: RowDecision;
  readonly reason: string | null;
  readonly decidedBy: string | null;
  readonly durationMs: number | null;
  /** Null where the record keeps no content. */
  readonly input: unknown;
  readonly outcome: unknown;
  readonly runs: readonly RunDetail[];
}

/** A call that was held back and that a person may let pass. */
export interface WaitingCall {
  readonly code: string;
  /** What the call is known by: two calls may share a code. */
  readonly fingerprint: string;
  readonly at: number;
  readonly product: string;
  readonly tool: string;
  readonly preview: string;
  readonly folder: string;
  readonly hooks: readonly string[];
  readonly decision: 'ask' | 'deny';
  readonly reason: string;
  /** Until when it passes once, by a person's word; null while nobody said so. */
  readonly passesUntil: number | null;
  /** Whether this page may let it pass: a person started it, in a terminal. */
  readonly mayPassHere: boolean;
}

/** One event under the policy as it was, and under the edited one. */
export interface PolicyDifference {
  readonly row: number;
  readonly before: RowVerdict;
  readonly after: RowVerdict;
  readonly hook: string | null;
  readonly reason: string | null;
}

export interface PolicyAnswer {
  readonly events: number;
  readonly same: number;
  readonly notReplayable: number;
  /** Why, with how many. */
  readonly reasons: readonly (readonly [why: string, count: number])[];
  readonly different: readonly PolicyDifference[];
}

export interface PolicyQuestion {
  readonly text: string;
  readonly rows: readonly number[];
}

/** A policy file that is there to be edited. */
export interface PolicyFile {
  readonly file: string | null;
  readonly text: string;
}

/** A problem, in place of an answer. */
export interface WireProblem {
  readonly problem: string;
}
