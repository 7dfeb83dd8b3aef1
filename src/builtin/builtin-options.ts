import { z } from 'zod';
import { places } from '../engine/outcome/effects.ts';
import { readDuration } from '../engine/values/duration.ts';
import { lookUp } from '../engine/values/look-up.ts';
import { valueAt } from '../engine/values/shapes.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import { describe, messageOf } from '../engine/values/text.ts';
import type { Builtin } from './builtin.ts';
import { once } from './once.ts';
import { type OptionProblem, OptionsInvalid } from './options-invalid.ts';

export const durationMs = once(() =>
  z.union([z.number(), z.string()]).transform((value, context): number => {
    try {
      return readDuration(value, 'seconds');
    } catch (problem) {
      context.addIssue(messageOf(problem));
      return z.NEVER;
    }
  }),
);

export const place = once(() => z.enum(places));

export const filled = once(() =>
  z
    .string()
    .refine(
      (text) => text.trim() !== '' && !text.includes('\0'),
      'is empty, or has a character that no name can have',
    ),
);

export const pattern = once(() =>
  z
    .string()
    .refine(
      (text) => !text.includes('|') || /[^\s|]/.test(text),
      'has no alternative, so it could never match',
    ),
);

export function readOptions<Schema extends z.ZodObject>(
  { name, options: schemaOf }: Pick<Builtin<Schema>, 'name' | 'options'>,
  options: unknown,
): z.output<Schema> {
  const schema = schemaOf();
  const result = schema.safeParse(options ?? {});
  if (result.success) return result.data;
  throw new OptionsInvalid(
    name,
    result.error.issues.flatMap((issue) => problemsOf(issue, schema, options)),
  );
}

function problemsOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodObject,
  options: unknown,
): readonly OptionProblem[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ path: issue.path, part: 'value', message: problemOf(issue, schema, options) }];
  return issue.keys.map((key) => ({
    path: [...issue.path, key],
    part: 'key',
    message: problemOf({ ...issue, keys: [key] }, schema, options),
  }));
}

function problemOf(issue: z.core.$ZodIssue, schema: z.ZodObject, options: unknown): string {
  const where = pathText(issue.path);
  const value = valueAt(options, issue.path);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = issue.path.length === 0 ? Object.keys(schema.shape) : [];
      return issue.keys
        .map((key) => `there is no "${pathText([...issue.path, key])}"${didYouMean(key, known)}`)
        .join('; ');
    }
    case 'invalid_type':
      if (where === '') return `they are names with values, not ${describe(value)}`;
      return value === undefined
        ? `"${where}" is needed`
        : `"${where}" takes ${wordFor(issue.expected)}, not ${describe(value)}`;
    case 'invalid_value':
      return `"${where}" is one of ${issue.values.map(String).join(', ')}; not ${describe(value)}`;
    case 'invalid_union':
      return value === undefined ? `"${where}" is needed` : `"${where}" cannot be ${describe(value)}`;
    default:
      return where === '' ? issue.message : `"${where}": ${issue.message}`;
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'names with values',
  record: 'names with values',
};

function wordFor(expected: string): string {
  return lookUp(typeWords, expected) ?? expected;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}
