import { z } from 'zod';
import { lineSchemas } from './lines.ts';
import { traceVersion } from './version.ts';

export function traceJsonSchema(): Readonly<Record<string, unknown>> {
  const definitions = Object.fromEntries(
    Object.entries(lineSchemas).map(([type, schema]) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
      return [type, rest];
    }),
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `A line of a trace of hookline, version ${traceVersion}`,
    oneOf: Object.keys(lineSchemas).map((type) => ({ $ref: `#/definitions/${type}` })),
    definitions,
  };
}
