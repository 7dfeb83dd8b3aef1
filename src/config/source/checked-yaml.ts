import { resolve } from 'node:path';
import { z } from 'zod';
import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { messageOf } from '../../engine/values/text.ts';
import { type IssueWords, issueProblems } from './issue-problems.ts';
import { ConfigError, hasErrors } from './problem.ts';
import { readSource } from './read-source.ts';
import type { SourceFile } from './source-file.ts';
import { type Path, parseYaml, type Source } from './yaml-source.ts';

export interface CheckedYaml<Value> {
  readonly value: Value;
  readonly source: Source;
}

export function readCheckedYaml<Value>(path: string, schema: z.ZodType<Value>): CheckedYaml<Value> {
  return checkYaml(readYaml(path), schema);
}

function readYaml(path: string): SourceFile {
  try {
    return readSource(resolve(path));
  } catch (problem) {
    throw new HooklineError('config-invalid', `${path} cannot be read: ${messageOf(problem)}`);
  }
}

export function checkYaml<Value>(file: SourceFile, schema: z.ZodType<Value>): CheckedYaml<Value> {
  const source = parseYaml(file);
  if (hasErrors(source.problems)) throw new ConfigError(source.problems);
  const result = schema.safeParse(source.value ?? {});
  if (!result.success) throw new ConfigError(issueProblems(source, result.error.issues, wordsFor(schema)));
  return { value: result.data, source };
}

function wordsFor(schema: z.ZodType): IssueWords {
  const levels = [...levelsOf(schema, [])];
  return {
    unknownKey(path, key) {
      const here = levels.filter((level) => stands(level, path)).flatMap(({ keys }) => keys);
      const suggestion = didYouMean(key, here);
      if (suggestion !== '') return `unknown key "${key}"${suggestion}`;
      const elsewhere = levels.find(({ keys }) => keys.includes(key));
      const hint =
        elsewhere === undefined
          ? `: here it can be one of ${here.join(', ')}`
          : `; it is a key of ${nameOf(elsewhere.path)}`;
      return `unknown key "${key}"${hint}`;
    },
    wrongValue: (path, { message }) => `${nameOf(path)} ${message}`,
  };
}

/** In its path, `anyOne` is any index of a list or any name of a record. */
interface Level {
  readonly path: readonly (string | typeof anyOne)[];
  readonly keys: readonly string[];
}

const anyOne = Symbol('any');

function* levelsOf(schema: unknown, path: Level['path']): Generator<Level> {
  if (schema instanceof z.ZodObject) {
    yield { path, keys: Object.keys(schema.shape) };
    for (const [key, inner] of Object.entries(schema.shape)) yield* levelsOf(inner, [...path, key]);
  } else if (schema instanceof z.ZodArray) yield* levelsOf(schema.element, [...path, anyOne]);
  else if (schema instanceof z.ZodRecord) yield* levelsOf(schema.valueType, [...path, anyOne]);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* levelsOf(option, path);
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    yield* levelsOf(schema.unwrap(), path);
}

function stands(level: Level, path: Path): boolean {
  return (
    level.path.length === path.length &&
    level.path.every((step, index) => step === anyOne || step === path[index])
  );
}

function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  if (typeof last === 'string') return `"${last}"`;
  const list = path.findLast((step) => typeof step === 'string');
  return list === undefined ? 'each entry' : `each entry of "${String(list)}"`;
}
