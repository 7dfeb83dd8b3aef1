import { modes } from '../../engine/hooks/hook.ts';
import { levels, places } from '../../engine/outcome/effects.ts';
import { type FailureKind, failureKinds } from '../../engine/outcome/failure.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { isObject } from '../../engine/values/shapes.ts';

/** Grows when a reader of the last version could misread a line of this one. New fields and types don't count. */
export const traceVersion = 1;

export const contentModes = ['full', 'redacted', 'none'] as const;
export type ContentMode = (typeof contentModes)[number];

type JsonSchema = Readonly<Record<string, unknown>>;

/** A value in a line: its JSON Schema, and a check of what readers rely on, quick enough for every line. */
interface Kind<Value> {
  readonly schema: JsonSchema;
  check(value: unknown): boolean;
  /** Never present; carries the type. */
  readonly value?: Value;
}

interface Optional<Value> extends Kind<Value> {
  readonly optional: true;
}

type Shape = Readonly<Record<string, Kind<unknown> | readonly [kind: Kind<unknown>, description: string]>>;

type ValueIn<Row> = Row extends Kind<infer Value> | readonly [Kind<infer Value>, string] ? Value : never;
type OptionalIn<S> = {
  [K in keyof S]: S[K] extends Optional<unknown> | readonly [Optional<unknown>, string] ? K : never;
}[keyof S];
/** Inferred, so declarations show the fields and not how they are described. */
type Values<S> = { readonly [K in Exclude<keyof S, OptionalIn<S>>]: ValueIn<S[K]> } & {
  readonly [K in OptionalIn<S>]?: ValueIn<S[K]> | undefined;
} extends infer Fields
  ? { [K in keyof Fields]: Fields[K] }
  : never;

function kind<Value>(schema: JsonSchema, check: Kind<Value>['check']): Kind<Value> {
  return { schema, check };
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';

const text = kind<string>({ type: 'string' }, isText);
const time = kind<string>({ type: 'string', format: 'date-time' }, isText);
const hash = kind<string>({ type: 'string', pattern: '^[0-9a-f]{64}$' }, isText);
const truth = kind<boolean>({ type: 'boolean' }, (value) => typeof value === 'boolean');
const milliseconds = kind<number>({ type: 'number', minimum: 0 }, isNumber);
const wholeNumber = kind<number>({ type: 'integer' }, isNumber);
const anything = kind<unknown>({}, () => true);

function count(minimum: number): Kind<number> {
  return kind({ type: 'integer', minimum }, isNumber);
}

function constant<const Value extends string | number>(value: Value): Kind<Value> {
  return kind({ type: typeof value, const: value }, (given) => given === value);
}

/** A later version may have more words, so readers take any text. */
function oneOf<const Word extends string>(words: readonly Word[]): Kind<Word> {
  return kind({ type: 'string', enum: words }, isText);
}

function orNull<Value>({ schema, check }: Kind<Value>): Kind<Value | null> {
  const { type, ...rest } = schema;
  const isPlain = type !== undefined && Object.keys(rest).length === 0;
  const wider = isPlain ? { type: [type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
  return kind(wider, (value) => value === null || check(value));
}

function optional<Value>({ schema, check }: Kind<Value>): Optional<Value> {
  return { ...kind<Value>(schema, (value) => value === undefined || check(value)), optional: true };
}

function listOf<Value>({ schema, check }: Kind<Value>): Kind<readonly Value[]> {
  return kind({ type: 'array', items: schema }, (value) => Array.isArray(value) && value.every(check));
}

function object<const S extends Shape>(shape: S): Kind<Values<S>> {
  const rows = Object.entries(shape).map(([name, row]) => {
    const [of, description] = Array.isArray(row) ? row : [row];
    return { name, of, schema: description === undefined ? of.schema : { ...of.schema, description } };
  });
  const schema = {
    type: 'object',
    properties: Object.fromEntries(rows.map(({ name, schema }) => [name, schema])),
    required: rows.filter(({ of }) => !('optional' in of)).map(({ name }) => name),
  };
  const check = (value: unknown): boolean => {
    if (!isObject(value)) return false;
    for (const { name, of } of rows) if (!of.check(value[name])) return false;
    return true;
  };
  return kind(schema, check);
}

const decision = orNull(oneOf(['allow', 'deny', 'ask']));

const writer = {
  at: [time, 'When the writer began with this file.'],
  pid: [wholeNumber, 'The id of the process.'],
  version: [text, 'The version of hookline.'],
  content: [oneOf(contentModes), 'How much of what agents and hooks say is in its lines.'],
  session: [text, 'The session that the file belongs to.'],
  previous: [
    orNull(hash),
    "The hash of the writer's last line in the file before this one; null in its first file.",
  ],
  after: [orNull(hash), 'The hash of the last line that was in the file; null where it was empty or torn.'],
} as const;

const outcome = object({
  point: text,
  decision,
  reason: orNull(text),
  decidedBy: orNull(text),
  value: anything,
  modified: truth,
  injections: listOf(object({ content: text, into: oneOf(places), hook: text })),
  suppressed: truth,
  resume: truth,
  halted: truth,
  haltReason: orNull(text),
  notices: listOf(object({ message: text, level: oneOf(levels), hook: text })),
});

const firing = {
  id: [text, 'The id of the firing. Its runs name it.'],
  at: [time, 'When it was fired, by the clock of the machine.'],
  point: [text, 'The point.'],
  session: [text, "The id of the agent's session."],
  agent: [orNull(text), 'The id of the agent; null where the host named none.'],
  agentType: [
    orNull(text),
    'The type of the agent, such as that of a subagent; null where the host named none.',
  ],
  lineage: [listOf(text), "The agent's ancestors, its parent first."],
  product: [
    orNull(text),
    "The agent that called hookline, such as `claude-code`; null in a program's own loop.",
  ],
  folder: [orNull(text), 'The working folder of the event.'],
  tool: [orNull(text), 'The name of the tool; null at points without one.'],
  toolUseId: [orNull(text), 'The id of the tool call.'],
  input: [anything, 'The event as it was fired; null with `content: none`.'],
  altered: [truth, 'Whether a part of the event was redacted, cut or left out.'],
  outcome: [
    outcome,
    'What the host had to do: as `hookline fire --json` prints it, without `runs`; `value` is null unless `modified`. With `content: none`, texts are empty or null too.',
  ],
  code: [orNull(text), 'The short code of the decision that agents see; null at points without a tool.'],
  openRules: [
    optional(listOf(text)),
    'The rules that would have blocked it, had a person not opened them; left out where none.',
  ],
  runCount: [count(0), 'How many runs the firing had when it was decided.'],
  durationMs: [milliseconds, 'How long it took.'],
  config: [orNull(text), "A hash of the configuration files; null where hooks don't come from files."],
} as const;

const change = object({
  op: oneOf(['add', 'remove', 'replace']),
  path: [text, 'A JSON Pointer into the subject; empty for the whole.'],
  before: optional(anything),
  after: optional(anything),
});

const run = {
  id: [text, 'The id of the run.'],
  firing: [text, 'The id of its firing.'],
  hook: [text, 'The name of the hook.'],
  level: [orNull(text), 'The level of its file: `managed`, `user`, `project` or `local`.'],
  place: [
    orNull(object({ file: text, line: wholeNumber, column: wholeNumber })),
    'Where its file says what runs; null for hooks of code.',
  ],
  kind: [orNull(text), 'How it runs: `command`, `builtin`, `http`, …; null where unknown.'],
  guard: [truth, 'Whether it is a guard.'],
  mode: [oneOf(modes), 'How it takes part.'],
  status: [oneOf(['ok', 'failed', 'skipped']), 'How it ended.'],
  decision: [decision, 'What it decided, if that was obeyed.'],
  reason: [orNull(text), 'The reason for its strongest effect.'],
  rule: [orNull(text), 'The rule that the reason names, such as `git.reset-hard`.'],
  effects: [listOf(object({ type: text })), 'What it asked for and got.'],
  dropped: [listOf(object({ type: text, why: text })), 'What it asked for and did not get, and why.'],
  failure: [orNull(oneOf(Object.keys(failureKinds) as FailureKind[])), 'How it failed.'],
  error: [orNull(text), 'What went wrong.'],
  startMs: [orNull(milliseconds), 'When it started, from the start of the firing; null if skipped.'],
  durationMs: [orNull(milliseconds), 'How long it took; null if skipped.'],
  changes: [listOf(change), 'What it changed in the subject.'],
  stdout: [orNull(text), 'What it printed, cut after 16 KiB; null where nothing.'],
  stderr: [orNull(text), 'The same for stderr.'],
  exitCode: [orNull(wholeNumber), 'The exit code of a command.'],
  late: [truth, 'Whether it ended after the decision: a hook in the background.'],
} as const;

const lost = {
  at: [time, 'When it was noticed.'],
  lines: [count(1), 'How many lines are missing from the trace.'],
  why: [text, 'What was in the way.'],
} as const;

function line<const Type extends string, const S extends Shape>(type: Type, description: string, fields: S) {
  const own = {
    v: [constant(traceVersion), 'The version of the format.'],
    type: [constant(type), 'What the line is.'],
    writer: [text, 'The id of the writer of the line.'],
    seq: [count(0), 'The number of the line among those of its writer. The first is 0.'],
  } as const;
  const last = {
    hash: [hash, "The hash of the writer's previous line and of this one. Always the last field."],
  } as const;
  const { schema, check } = object({ ...own, ...fields, ...last });
  return { schema: { ...schema, description }, check } as Kind<Values<typeof own & S & typeof last>>;
}

/** Every line by its type. What else a line has comes from a later version; readers skip it. */
const lines = {
  writer: line('writer', 'The first line of each writer in a file.', writer),
  firing: line('firing', 'One event, and what was decided.', firing),
  run: line('run', 'One run of a hook. It follows its firing.', run),
  lost: line('lost', 'Lines that could not be written.', lost),
};

type LineOf<K> = K extends Kind<infer Line> ? Line : never;

export interface WriterLine extends LineOf<typeof lines.writer> {}
export interface FiringLine extends LineOf<typeof lines.firing> {}
export interface RunLine extends LineOf<typeof lines.run> {}
export interface LostLine extends LineOf<typeof lines.lost> {}
export type TraceLine = WriterLine | FiringLine | RunLine | LostLine;
export type Change = RunLine['changes'][number];

export function isTraceLine(value: unknown): value is TraceLine {
  return isObject(value) && lookUp<Kind<unknown>>(lines, String(value['type']))?.check(value) === true;
}

export function traceJsonSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `A line of a trace of hookline, version ${traceVersion}`,
    oneOf: Object.keys(lines).map((type) => ({ $ref: `#/definitions/${type}` })),
    definitions: Object.fromEntries(Object.entries(lines).map(([type, { schema }]) => [type, schema])),
  };
}
