import type { ClientOptions } from '@modelcontextprotocol/client';
import { withinTime } from '../bounds/within-time.ts';

export const maxMessageBytes = 10 * 1024 * 1024;
const windowMs = 60_000;
const maxBytes = 64 * 1024 * 1024;
const maxLines = 20_000;
const newline = 10;

/** A server that floods would take the host's memory and time. */
export class FloodMeter {
  #since = performance.now();
  #bytes = 0;
  #lines = 0;
  #messageBytes = 0;

  add(chunk: Uint8Array): string | null {
    const now = performance.now();
    if (now - this.#since > windowMs) {
      this.#since = now;
      this.#bytes = 0;
      this.#lines = 0;
    }
    this.#bytes += chunk.length;
    this.#countLines(chunk);
    if (this.#messageBytes > maxMessageBytes)
      return `it sent a message of more than ${mebibytes(maxMessageBytes)}`;
    if (this.#bytes > maxBytes) return `it sent more than ${mebibytes(maxBytes)} within a minute`;
    return this.#lines > maxLines ? `it sent more than ${maxLines} messages within a minute` : null;
  }

  #countLines(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#lines += 1;
      this.#messageBytes = 0;
      start = end + 1;
    }
    this.#messageBytes += chunk.length - start;
  }
}

export function meteredFetch(onFlood: (why: string) => void): typeof fetch {
  const meter = new FloodMeter();
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const metered = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const why = meter.add(chunk);
        if (why === null) return controller.enqueue(chunk);
        onFlood(why);
        controller.error(new Error(why));
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(metered), { status, statusText, headers });
  };
}

function mebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}

export type SchemaValidator = NonNullable<ClientOptions['jsonSchemaValidator']>;

const timeoutMs = 1000;

/** A pattern in a server's schema may take forever. */
export function boundedValidator(validator: SchemaValidator): SchemaValidator {
  return {
    getValidator<T>(schema: Parameters<SchemaValidator['getValidator']>[0]) {
      const validate = withinTime(() => validator.getValidator<T>(schema), timeoutMs);
      return (input) => withinTime(() => validate(input), timeoutMs);
    },
  };
}
