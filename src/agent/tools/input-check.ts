import { z } from 'zod';
import { TookTooLong, withinTime } from '../../bounds/within-time.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

export interface StandardSchema<Output> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Checked<Output> | Promise<Checked<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown> }
      | undefined;
  };
}

type Checked<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly InputIssue[] };

export interface InputIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export function isStandardSchema(value: object): value is StandardSchema<unknown> {
  return '~standard' in value && isObject(value['~standard']);
}

export function jsonSchemaOf(name: string, schema: StandardSchema<unknown>): JsonSchema {
  const { jsonSchema, vendor } = schema['~standard'];
  if (jsonSchema === undefined)
    throw new HooklineError(
      'option-invalid',
      `the input of the tool "${name}" is a schema of ${vendor}, which does not tell its JSON Schema; give that too, as "inputSchema"`,
    );
  const { $schema: _, ...own } = jsonSchema.input({ target: 'draft-2020-12' });
  return own;
}

export function explainIssues(issues: readonly InputIssue[]): string {
  return issues
    .map(({ path = [], message }) => {
      const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
      return `${keys.length === 0 ? 'the input' : keys.join('.')}: ${message}`;
    })
    .join('\n');
}

type Schema = Readonly<Record<string, unknown>>;
const timeoutMs = 1000;
const compiled = new WeakMap<Schema, z.ZodType | string>();

export function problemWith(input: unknown, schema: Schema): string | null {
  const type = compile(schema);
  if (typeof type === 'string') return `the schema cannot be checked: ${type}`;
  try {
    const result = withinTime(() => type.safeParse(input), timeoutMs);
    return result.success ? null : explainIssues(result.error.issues);
  } catch (problem) {
    if (problem instanceof TookTooLong) return `the input cannot be checked: its schema ${problem.message}`;
    throw problem;
  }
}

export function isCheckable(schema: Schema): boolean {
  return typeof compile(schema) !== 'string';
}

function compile(schema: Schema): z.ZodType | string {
  let type = compiled.get(schema);
  if (type === undefined) {
    try {
      type = withinTime(() => z.fromJSONSchema(schema), timeoutMs);
    } catch (problem) {
      type = messageOf(problem);
    }
    compiled.set(schema, type);
  }
  return type;
}
