import { z } from 'zod';
import { TookTooLong, withinTime } from '../../bounds/within-time.ts';
import { messageOf } from '../../engine/values/text.ts';

type Schema = Readonly<Record<string, unknown>>;
const timeoutMs = 1000;
const compiled = new WeakMap<Schema, z.ZodType | string>();

/**
 * What is wrong with an input by its JSON Schema, as lines for a model; null when it is right. A schema that cannot be
 * checked is a problem too.
 */
export function problemWith(input: unknown, schema: Schema): string | null {
  const type = compile(schema);
  if (typeof type === 'string') return `the schema cannot be checked: ${type}`;
  try {
    // A schema may come from a server, and a pattern in it may take for ever.
    const result = withinTime(() => type.safeParse(input), timeoutMs);
    return result.success ? null : explainIssues(result.error);
  } catch (problem) {
    if (problem instanceof TookTooLong) return `the input cannot be checked: its schema ${problem.message}`;
    throw problem;
  }
}

export function isCheckable(schema: Schema): boolean {
  return typeof compile(schema) !== 'string';
}

/** The problems that zod found, one per line: `file_path: expected string, received number`. */
export function explainIssues(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => `${path.length === 0 ? 'the input' : path.join('.')}: ${message}`)
    .join('\n');
}

/** The schema for zod, or why zod cannot read it. */
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
