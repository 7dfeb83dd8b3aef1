import type { ModelEvent } from './model.ts';

export class BrokenOff extends Error {
  override readonly name: string = 'BrokenOff';

  constructor(options?: ErrorOptions) {
    super('the response of the model broke off', options);
  }
}

export interface RetryOptions {
  readonly signal: AbortSignal;
  readonly maxRetries: number;
}

const firstPauseMs = 250;

/** The clients retry refused requests, but not accepted ones that fail later, as with an overloaded server. */
export async function* retryStream(
  open: () => Promise<AsyncIterable<ModelEvent>>,
  { signal, maxRetries }: RetryOptions,
): AsyncGenerator<ModelEvent, void, undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const events = await open();
    let hasSpoken = false;
    try {
      for await (const event of events) {
        hasSpoken = true;
        yield event;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (hasSpoken || attempt >= maxRetries) throw told(error);
    }
    await pause(firstPauseMs * 2 ** attempt, signal);
  }
}

/** A lost connection only says `terminated`. */
function told(error: unknown): unknown {
  return error instanceof TypeError ? new BrokenOff({ cause: error }) : error;
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
