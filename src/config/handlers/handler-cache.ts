import type { BuiltinInstances } from '../../builtin/builtin-handler.ts';
import type { HookFunction } from '../../handlers/handler.ts';

/** A hook that is still there after a reload keeps its handler, and with it its worker and its state. */
export class HandlerCache {
  /** Shared by built-in hooks with equal options, however they are written. */
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

  forget(): void {
    this.#before = null;
  }

  retire(next: HandlerCache | null): void {
    for (const [key, handler] of this.#handlers) if (next?.handler(key) === undefined) handler.retire?.();
    next?.forget();
  }
}
