export type RowDecision = 'allow' | 'deny' | 'ask' | null;

export type RowVerdict = RowDecision | 'halt' | 'resume' | 'suppress' | 'modify' | 'inject';

export const rowDecisions: readonly RowDecision[] = [null, 'allow', 'ask', 'deny'];

export const rowMarks = { failed: 1, changed: 2, dropped: 4, halted: 8, resumed: 16, letPass: 32 } as const;

export const runEnds = { denied: 1, asked: 2, failed: 4, allowed: 8 } as const;

/** The columns that have the numbers of texts. */
export const namedColumns = [
  'session',
  'agent',
  'point',
  'tool',
  'product',
  'reason',
  'rule',
  'decidedBy',
  'folder',
] as const;
export const plainColumns = ['at', 'decision', 'durationMs', 'marks', 'before'] as const;
export const textColumns = ['about', 'code'] as const;
/** The hooks that ran, how long each took, the rule that each named, and how it ended. */
export const hookColumns = ['hooks', 'hookMs', 'hookRules', 'hookEnds'] as const;

export type RowColumns = Record<(typeof namedColumns)[number] | (typeof plainColumns)[number], number[]> &
  Record<(typeof textColumns)[number], string[]> &
  Record<(typeof hookColumns)[number], (readonly number[])[]>;

export function emptyColumns(): RowColumns {
  const names = [...namedColumns, ...plainColumns, ...textColumns, ...hookColumns];
  return Object.fromEntries(names.map((name) => [name, []])) as unknown as RowColumns;
}

/**
 * Events of the list, one array a column. Texts that come again and again are sent once, in `names`; the columns hold their
 * numbers.
 */
export interface RowBatch extends Readonly<RowColumns> {
  /** The number of the first event. Numbers stay while the server runs. */
  readonly first: number;
  /** Texts that were not sent before; they go on where those of the last batch ended. */
  readonly names: readonly string[];
}

export interface RunDetail {
  readonly hook: string;
  readonly level: string | null;
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
  /** The exception that lifted its decision, if any. */
  readonly letPass: string | null;
  readonly changes: readonly ChangeDetail[];
  readonly stdout: string;
  readonly stderr: string;
}

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
  /** The rules that a person had lifted, and that would have blocked it. */
  readonly openRules?: readonly string[] | undefined;
  readonly decision: RowDecision;
  readonly reason: string | null;
  readonly decidedBy: string | null;
  readonly durationMs: number | null;
  /** Null in traces without content. */
  readonly input: unknown;
  readonly outcome: unknown;
  readonly runs: readonly RunDetail[];
}

/** A blocked call that a person may allow. */
export interface WaitingCall {
  readonly code: string;
  /** Two calls may share a code. */
  readonly fingerprint: string;
  readonly at: number;
  readonly expires: number;
  readonly product: string;
  readonly tool: string;
  readonly preview: string;
  readonly folder: string;
  readonly hooks: readonly string[];
  readonly decision: 'ask' | 'deny';
  readonly reason: string;
  /** Until when it is allowed once; null where it isn't. */
  readonly passesUntil: number | null;
  /** Whether a person started this page, in a terminal. */
  readonly mayPassHere: boolean;
}

/** What `hookline status` says. */
export interface GuardFacts {
  readonly ok: boolean;
  readonly agents: readonly { readonly title: string; readonly problem: string | null }[];
  readonly guards: readonly { readonly name: string; readonly guarding: boolean }[];
  readonly isRecording: boolean;
  readonly broken: string | null;
  readonly checkedAt: number;
}

export interface PageState {
  /** What was cut, lost, or can't be read. */
  readonly problems: readonly string[];
  readonly waiting: readonly WaitingCall[];
  readonly guard: GuardFacts | null;
  /** Whether recorded events are still on their way. */
  readonly isReading: boolean;
}

export interface PolicyDifference {
  readonly row: number;
  readonly before: RowVerdict;
  readonly after: RowVerdict;
  readonly hook: string | null;
  readonly rule: string | null;
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

/** Events that become policy tests. Default of the decisions: those recorded. */
export interface TestsQuestion {
  readonly rows: readonly number[];
  readonly decisions?: readonly RowDecision[];
}

export interface TestsAnswer {
  readonly text: string;
  readonly count: number;
  readonly leftOut: readonly (readonly [why: string, count: number])[];
}

export interface PolicyFile {
  readonly file: string | null;
  readonly text: string;
}

export interface WireProblem {
  readonly problem: string;
}
