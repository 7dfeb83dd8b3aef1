import type { AgentEvent } from './events.ts';

export class CurrentRun {
  #queue: EventQueue<AgentEvent> | null = null;
  #interrupt: AbortController | null = null;
  #settled: Promise<void> | null = null;

  get isBusy(): boolean {
    return this.#queue !== null;
  }

  get settled(): Promise<void> | null {
    return this.#settled;
  }

  push(event: AgentEvent): void {
    this.#queue?.push(event);
  }

  interrupt(): void {
    this.#interrupt?.abort();
  }

  async *run(
    work: (signal: AbortSignal) => Promise<void>,
    outer: AbortSignal | undefined,
  ): AsyncGenerator<AgentEvent, void, undefined> {
    const queue = new EventQueue<AgentEvent>();
    this.#queue = queue;
    const interrupt = new AbortController();
    this.#interrupt = interrupt;
    const onAbort = (): void => interrupt.abort();
    outer?.addEventListener('abort', onAbort);
    if (outer?.aborted === true) onAbort();
    const settled = work(interrupt.signal).finally(() => {
      outer?.removeEventListener('abort', onAbort);
      this.#queue = null;
      this.#interrupt = null;
      queue.close();
    });
    this.#settled = settled;
    try {
      yield* queue;
    } finally {
      interrupt.abort();
      await settled;
    }
  }
}

/** Events for one reader, in order. Pushing never waits: a slow reader must not delay an agent or a hook. */
class EventQueue<T> implements AsyncIterable<T> {
  #items: T[] = [];
  #isClosed = false;
  #wake: (() => void) | null = null;

  push(item: T): void {
    if (this.#isClosed) return;
    this.#items.push(item);
    this.#wake?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      const items = this.#items;
      this.#items = [];
      for (const item of items) yield item;
      if (this.#items.length > 0) continue;
      if (this.#isClosed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
  }
}
