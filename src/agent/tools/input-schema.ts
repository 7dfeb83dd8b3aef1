import { z } from 'zod';
import { messageOf } from '../../engine/values/text.ts';

type Schema = Readonly<Record<string, unknown>>;
const compiled = new WeakMap<Schema, z.ZodType | string>();

/**
 * What is wrong with an input by a JSON Schema, as lines that a model can act on; null when nothing is. A schema that
 * cannot be checked is a problem too.
 */
export function problemWith(input: unknown, schema: Schema): string | null {
  const type = compile(schema);
  if (typeof type === 'string') return `the schema cannot be checked: ${type}`;
  const result = type.safeParse(input);
  return result.success ? null : explainIssues(result.error);
}

export function isCheckable(schema: Schema): boolean {
  return typeof compile(schema) !== 'string';
}

/** What zod found, as lines such as `file_path: expected string, received number`. */
export function explainIssues(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => `${path.length === 0 ? 'the input' : path.join('.')}: ${message}`)
    .join('\n');
}

/** The schema as zod has it, or why zod cannot. */
function compile(schema: Schema): z.ZodType | string {
  let type = compiled.get(schema);
  if (type === undefined) {
    try {
      type = z.fromJSONSchema(schema);
    } catch (problem) {
      type = messageOf(problem);
    }
    compiled.set(schema, type);
  }
  return type;
}
