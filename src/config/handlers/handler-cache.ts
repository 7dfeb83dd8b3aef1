import type { BuiltinInstances } from '../../builtin/builtin-handler.ts';
import type { HookFunction } from '../../handlers/handler.ts';

/**
 * The handlers of one configuration by what makes them. A hook that is still there when its file is read again keeps its
 * handler, and with it its worker and what it knows.
 */
export class HandlerCache {
  /** Shared by the built-in hooks with equal options, however these are written. */
  readonly instances: BuiltinInstances;
  #before: HandlerCache | null;
  readonly #handlers: Map<string, HookFunction> = new Map();

  constructor(before: HandlerCache | null) {
    this.instances = before?.instances ?? new Map();
    this.#before = before;
  }

  get(key: string, make: () => HookFunction): HookFunction {
    const handler = this.#handlers.get(key) ?? this.#before?.handler(key) ?? make();
    this.#handlers.set(key, handler);
    return handler;
  }

  handler(key: string): HookFunction | undefined {
    return this.#handlers.get(key);
  }

  /** Lets go of the configuration before it. */
  forget(): void {
    this.#before = null;
  }

  /** Ends what those handlers keep that the next configuration does not have. */
  retire(next: HandlerCache | null): void {
    for (const [key, handler] of this.#handlers) if (next?.handler(key) === undefined) handler.retire?.();
    next?.forget();
  }
}
