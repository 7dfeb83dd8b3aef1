import { z } from 'zod';
import { type Mode, modes } from '../../engine/hooks/hook.ts';
import { type Level, levels, type Place, places } from '../../engine/outcome/effects.ts';
import { type FailureKind, failureKinds } from '../../engine/outcome/failure.ts';
import { type ContentMode, contentModes } from './content-modes.ts';
import { traceVersion } from './version.ts';

const text = z.string();
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const milliseconds = z.number().min(0);
const decision = z.enum(['allow', 'deny', 'ask']).nullable();
const anything = z.unknown();

function line<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.object({
    v: z.literal(traceVersion).describe('The version of the format.'),
    type: z.literal(type).describe('What the line is.'),
    writer: text.describe('The id of the writer of the line.'),
    seq: z.int().min(0).describe('The number of the line among those of its writer. The first is 0.'),
    ...shape,
    hash: hash.describe("The hash of the writer's previous line and of this one. Always the last field."),
  });
}

const writerLine = line('writer', {
  at: z.iso.datetime().describe('When the writer began with this file.'),
  pid: z.int().describe('The id of the process.'),
  version: text.describe('The version of hookline.'),
  content: z.enum(contentModes).describe('How much of what agents and hooks say is in its lines.'),
  session: text.describe('The session that the file is of.'),
  previous: hash
    .nullable()
    .describe("The hash of the writer's last line in the file before this one; null in its first file."),
  after: hash
    .nullable()
    .describe('The hash of the last line that was in the file; null where it was empty or torn.'),
});

const injection = z.object({ content: text, into: z.enum(places), hook: text });
const notice = z.object({ message: text, level: z.enum(levels), hook: text });

const outcome = z.object({
  point: text,
  decision,
  reason: text.nullable(),
  decidedBy: text.nullable(),
  value: anything,
  modified: z.boolean(),
  injections: z.array(injection),
  suppressed: z.boolean(),
  resume: z.boolean(),
  halted: z.boolean(),
  haltReason: text.nullable(),
  notices: z.array(notice),
});

const firingLine = line('firing', {
  id: text.describe('The id of the firing. Its runs name it.'),
  at: z.iso.datetime().describe('When it was fired, by the clock of the machine.'),
  point: text.describe('The point.'),
  session: text.describe("The id of the agent's session."),
  agent: text.nullable().describe('The id of the agent; null where the host named none.'),
  agentType: text
    .nullable()
    .describe('The type of the agent, such as that of a subagent; null where the host named none.'),
  lineage: z.array(text).describe("The agent's ancestors, its parent first."),
  product: text
    .nullable()
    .describe("The agent that called hookline, such as `claude-code`; null in a program's own loop."),
  folder: text.nullable().describe('The working folder of the event.'),
  tool: text.nullable().describe('The name of the tool; null at points without one.'),
  toolUseId: text.nullable().describe('The id of the tool call.'),
  input: anything.describe('The event as it was fired; null with `content: none`.'),
  altered: z
    .boolean()
    .describe('Whether something of the event is not as it was: redacted, cut or left out.'),
  outcome: outcome.describe(
    'What the host was told to do: as `hookline fire --json` prints it, without `runs`; `value` is null unless `modified`. With `content: none`, texts are empty or null too.',
  ),
  code: text
    .nullable()
    .describe('The short code of the decision, as agents are told it; null at points without a tool.'),
  openRules: z
    .array(text)
    .optional()
    .describe('The rules that would have held it back, had a person not opened them; left out where none.'),
  runCount: z.int().min(0).describe('How many runs the firing had when it was decided.'),
  durationMs: milliseconds.describe('How long it took.'),
  config: text.nullable().describe('A hash of the configuration files; null where hooks are not of files.'),
});

const effect = z.object({ type: text });

const change = z.object({
  op: z.enum(['add', 'remove', 'replace']),
  path: text.describe('A JSON Pointer into the subject; empty for the whole.'),
  before: anything.optional(),
  after: anything.optional(),
});

const runLine = line('run', {
  id: text.describe('The id of the run.'),
  firing: text.describe('The id of its firing.'),
  hook: text.describe('The name of the hook.'),
  level: text.nullable().describe('The level of its file: `managed`, `user`, `project` or `local`.'),
  place: z
    .looseObject({ file: text, line: z.int(), column: z.int() })
    .nullable()
    .describe('Where its file says what runs; null for hooks of code.'),
  kind: text.nullable().describe('How it runs: `command`, `builtin`, `http`, …; null where unknown.'),
  guard: z.boolean().describe('Whether it is a guard.'),
  mode: z.enum(modes).describe('How it takes part.'),
  status: z.enum(['ok', 'failed', 'skipped']).describe('How it ended.'),
  decision: decision.describe('What it decided, if that was obeyed.'),
  reason: text.nullable().describe('The reason for its strongest effect.'),
  rule: text.nullable().describe('The rule that the reason names, such as `git.reset-hard`.'),
  effects: z.array(effect).describe('What it asked for and got.'),
  dropped: z
    .array(z.object({ type: text, why: text }))
    .describe('What it asked for and did not get, and why.'),
  failure: z
    .enum(Object.keys(failureKinds) as (keyof typeof failureKinds)[])
    .nullable()
    .describe('How it failed.'),
  error: text.nullable().describe('What went wrong.'),
  startMs: milliseconds
    .nullable()
    .describe('When it started, from the start of the firing; null if skipped.'),
  durationMs: milliseconds.nullable().describe('How long it took; null if skipped.'),
  changes: z.array(change).describe('What it changed in the subject.'),
  stdout: text.nullable().describe('What it printed, cut after 16 KiB; null where nothing.'),
  stderr: text.nullable().describe('The same for stderr.'),
  exitCode: z.int().nullable().describe('The exit code of a command.'),
  late: z.boolean().describe('Whether it ended after the decision: a hook in the background.'),
});

const lostLine = line('lost', {
  at: z.iso.datetime().describe('When it was noticed.'),
  lines: z.int().min(1).describe('How many lines are not in the record.'),
  why: text.describe('What was in the way.'),
});

/** Every line by its type. What else a line has comes from a later version and may be passed over. */
export const lineSchemas = {
  writer: writerLine.describe('The first line of each writer in a file.'),
  firing: firingLine.describe('One event, and what was decided.'),
  run: runLine.describe('One run of a hook. It follows its firing.'),
  lost: lostLine.describe('Lines that could not be written.'),
} as const satisfies {
  readonly [Type in TraceLine['type']]: z.ZodType<Extract<TraceLine, { readonly type: Type }>>;
};

type DecisionWord = 'allow' | 'deny' | 'ask';

interface Line<Type extends string> {
  readonly v: typeof traceVersion;
  readonly type: Type;
  readonly writer: string;
  readonly seq: number;
  readonly hash: string;
}

export interface WriterLine extends Line<'writer'> {
  readonly at: string;
  readonly pid: number;
  readonly version: string;
  readonly content: ContentMode;
  readonly session: string;
  readonly previous: string | null;
  readonly after: string | null;
}

export interface FiringLine extends Line<'firing'> {
  readonly id: string;
  readonly at: string;
  readonly point: string;
  readonly session: string;
  readonly agent: string | null;
  readonly agentType: string | null;
  readonly lineage: readonly string[];
  readonly product: string | null;
  readonly folder: string | null;
  readonly tool: string | null;
  readonly toolUseId: string | null;
  readonly input: unknown;
  readonly altered: boolean;
  readonly outcome: {
    readonly point: string;
    readonly decision: DecisionWord | null;
    readonly reason: string | null;
    readonly decidedBy: string | null;
    readonly value: unknown;
    readonly modified: boolean;
    readonly injections: readonly { readonly content: string; readonly into: Place; readonly hook: string }[];
    readonly suppressed: boolean;
    readonly resume: boolean;
    readonly halted: boolean;
    readonly haltReason: string | null;
    readonly notices: readonly { readonly message: string; readonly level: Level; readonly hook: string }[];
  };
  readonly code: string | null;
  readonly openRules?: readonly string[] | undefined;
  readonly runCount: number;
  readonly durationMs: number;
  readonly config: string | null;
}

export interface Change {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface RunLine extends Line<'run'> {
  readonly id: string;
  readonly firing: string;
  readonly hook: string;
  readonly level: string | null;
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
  readonly kind: string | null;
  readonly guard: boolean;
  readonly mode: Mode;
  readonly status: 'ok' | 'failed' | 'skipped';
  readonly decision: DecisionWord | null;
  readonly reason: string | null;
  readonly rule: string | null;
  readonly effects: readonly { readonly type: string }[];
  readonly dropped: readonly { readonly type: string; readonly why: string }[];
  readonly failure: FailureKind | null;
  readonly error: string | null;
  readonly startMs: number | null;
  readonly durationMs: number | null;
  readonly changes: readonly Change[];
  readonly stdout: string | null;
  readonly stderr: string | null;
  readonly exitCode: number | null;
  readonly late: boolean;
}

export interface LostLine extends Line<'lost'> {
  readonly at: string;
  readonly lines: number;
  readonly why: string;
}

export type TraceLine = WriterLine | FiringLine | RunLine | LostLine;
