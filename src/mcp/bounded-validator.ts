import type { ClientOptions } from '@modelcontextprotocol/client';
import { withinTime } from '../bounds/within-time.ts';

export type SchemaValidator = NonNullable<ClientOptions['jsonSchemaValidator']>;

const timeoutMs = 1000;

/** Checks what a server answers by the schema that it gave; a pattern in there may take for ever. */
export function boundedValidator(validator: SchemaValidator): SchemaValidator {
  return {
    getValidator<T>(schema: Parameters<SchemaValidator['getValidator']>[0]) {
      const validate = withinTime(() => validator.getValidator<T>(schema), timeoutMs);
      return (input) => withinTime(() => validate(input), timeoutMs);
    },
  };
}
