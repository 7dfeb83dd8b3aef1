import { resolve } from 'node:path';
import type { z } from 'zod';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { checkPart } from './check-part.ts';
import { ConfigError, hasErrors } from './problem.ts';
import { readSource } from './read-source.ts';
import type { SourceFile } from './source-file.ts';
import { parseYaml, type Source } from './yaml-source.ts';

export interface CheckedYaml<Value> {
  readonly value: Value;
  readonly source: Source;
}

export function readCheckedYaml<Value>(path: string, schema: z.ZodType<Value>): CheckedYaml<Value> {
  try {
    return checkYaml(readSource(resolve(path)), schema);
  } catch (problem) {
    if (problem instanceof HooklineError) throw problem;
    throw new HooklineError('config-invalid', `${path} cannot be read: ${messageOf(problem)}`);
  }
}

export function checkYaml<Value>(file: SourceFile, schema: z.ZodType<Value>): CheckedYaml<Value> {
  const source = parseYaml(file);
  if (hasErrors(source.problems)) throw new ConfigError(source.problems);
  const { value, problems } = checkPart(schema, source.value ?? {}, source);
  if (value === null) throw new ConfigError(problems);
  return { value, source };
}
