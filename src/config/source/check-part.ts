import { z } from 'zod';
import { didYouMean } from '../../engine/values/suggest.ts';
import { type FilePlace, mistake, type Problem } from './problem.ts';
import type { Path, Source } from './yaml-source.ts';

export type Issue = z.core.$ZodIssue;

/** Better messages and places for single parts. Null: the usual one. */
export interface PartWords {
  unknownKey?(path: Path, key: string): string | null;
  wrongValue?(path: Path, issue: Issue): string | null;
  place?(path: Path): FilePlace | null;
}

export interface CheckedPart<Value> {
  readonly value: Value | null;
  /** The keys of the part that are wrong; null: the part itself is. */
  readonly wrongKeys: ReadonlySet<PropertyKey> | null;
  readonly problems: readonly Problem[];
}

/** Checks the part of a file at a path. */
export function checkPart<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  source: Source,
  base: Path = [],
  words: PartWords = {},
): CheckedPart<Value> {
  // Most schemas check few values, so compiling them would take longer.
  const result = schema.safeParse(value, { jitless: true });
  if (result.success) return { value: result.data, wrongKeys: new Set(), problems: [] };
  const issues = meantIssues(result.error.issues);
  const problems = issues.flatMap(({ issue, path }) => {
    const at = [...base, ...path];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => {
        const message = words.unknownKey?.(at, key) ?? unknownKey(schema, path, key);
        return mistake(message, source.at([...at, key], 'key'));
      });
    const message = words.wrongValue?.(at, issue) ?? `${nameOf(at)} ${issue.message}`;
    return [mistake(message, words.place?.(at) ?? source.at(at))];
  });
  const wrong = issues.flatMap(({ issue, path: [first = null] }) =>
    first === null && issue.code === 'unrecognized_keys' ? issue.keys : [first],
  );
  const wrongKeys = wrong.filter((key) => key !== null);
  return { value: null, wrongKeys: wrongKeys.length < wrong.length ? null : new Set(wrongKeys), problems };
}

interface MeantIssue {
  readonly issue: Issue;
  readonly path: Path;
}

function meantIssues(issues: readonly Issue[], base: Path = []): readonly MeantIssue[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    const isChoice = issue.code === 'invalid_union' && issue.discriminator === undefined;
    const meant = isChoice ? meantOption(issue.errors) : null;
    return meant === null ? [{ issue, path }] : meantIssues(meant, path);
  });
}

/**
 * Of several shapes, the one whose problems are deeper than the form of the value itself; of several such, the one that
 * knows every key.
 */
function meantOption(options: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const near = options.filter((issues) =>
    issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  );
  const nearer = near.filter((issues) => issues.every(({ path }) => path.length > 0));
  const [meant, ...others] = nearer.length > 0 ? nearer : near;
  return meant !== undefined && others.length === 0 ? meant : null;
}

function unknownKey(schema: z.ZodType, path: Path, key: string): string {
  const levels = [...levelsOf(schema, [])];
  const here = levels.filter((level) => isAt(level, path)).flatMap(({ keys }) => keys);
  const suggestion = didYouMean(key, here);
  if (suggestion !== '') return `unknown key "${key}"${suggestion}`;
  const elsewhere = levels.find(({ keys }) => keys.includes(key));
  return elsewhere === undefined
    ? `unknown key "${key}": here it can be one of ${here.join(', ')}`
    : `unknown key "${key}"; it is a key of ${nameOf(elsewhere.path)}`;
}

/** In its path, `anyStep` is any index of a list or any name of a record. */
interface Level {
  readonly path: readonly (string | typeof anyStep)[];
  readonly keys: readonly string[];
}

const anyStep = Symbol('any');

function* levelsOf(schema: unknown, path: Level['path']): Generator<Level> {
  if (schema instanceof z.ZodObject) {
    yield { path, keys: Object.keys(schema.shape) };
    for (const [key, inner] of Object.entries(schema.shape)) yield* levelsOf(inner, [...path, key]);
  } else if (schema instanceof z.ZodArray) yield* levelsOf(schema.element, [...path, anyStep]);
  else if (schema instanceof z.ZodRecord) {
    if (schema.keyType instanceof z.ZodEnum) yield { path, keys: schema.keyType.options.map(String) };
    yield* levelsOf(schema.valueType, [...path, anyStep]);
  } else if (schema instanceof z.ZodPipe) yield* levelsOf(schema.in, path);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* levelsOf(option, path);
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    yield* levelsOf(schema.unwrap(), path);
}

function isAt(level: Level, path: Path): boolean {
  return (
    level.path.length === path.length &&
    level.path.every((step, index) => step === anyStep || step === path[index])
  );
}

function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  if (typeof last === 'string') return `"${last}"`;
  const list = path.findLast((step) => typeof step === 'string');
  return list === undefined ? 'each entry' : `each entry of "${String(list)}"`;
}
