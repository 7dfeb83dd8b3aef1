import { z } from 'zod';
import { messageOf } from '../engine/text.ts';

type Schema = Readonly<Record<string, unknown>>;
type Check = (input: unknown) => string | null;

const checks = new WeakMap<Schema, Check>();

/** What is wrong with an input by a JSON Schema, as lines that a model can act on; null when nothing is. */
export function problemWith(input: unknown, schema: Schema): string | null {
  let check = checks.get(schema);
  if (check === undefined) {
    check = compile(schema);
    checks.set(schema, check);
  }
  return check(input);
}

/** What zod found, as lines such as `file_path: expected string, received number`. */
export function explain(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => `${path.length === 0 ? 'the input' : path.join('.')}: ${message}`)
    .join('\n');
}

function compile(schema: Schema): Check {
  try {
    const compiled = z.fromJSONSchema(schema);
    return (input) => {
      const result = compiled.safeParse(input);
      return result.success ? null : explain(result.error);
    };
  } catch (problem) {
    const text = `its schema cannot be checked: ${messageOf(problem)}`;
    return () => text;
  }
}
