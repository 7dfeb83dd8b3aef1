import type { AgentEvent } from './events.ts';

export class CurrentRun {
  #interrupt: AbortController | null = null;
  #settled: Promise<void> | null = null;
  #events: ReadableStreamDefaultController<AgentEvent> | null = null;

  get isBusy(): boolean {
    return this.#interrupt !== null;
  }

  get settled(): Promise<void> | null {
    return this.#settled;
  }

  /** Never waits: a slow reader must not delay an agent or a hook. */
  push(event: AgentEvent): void {
    this.#events?.enqueue(event);
  }

  interrupt(): void {
    this.#interrupt?.abort();
  }

  async *run(
    work: (signal: AbortSignal) => Promise<void>,
    outer: AbortSignal | undefined,
  ): AsyncGenerator<AgentEvent, void, undefined> {
    const interrupt = new AbortController();
    this.#interrupt = interrupt;
    const events = new ReadableStream<AgentEvent>({
      start: (controller) => {
        this.#events = controller;
      },
      cancel: () => {
        this.#events = null;
      },
    });
    const onAbort = (): void => interrupt.abort();
    outer?.addEventListener('abort', onAbort);
    if (outer?.aborted === true) onAbort();
    this.#settled = work(interrupt.signal).finally(() => {
      outer?.removeEventListener('abort', onAbort);
      this.#interrupt = null;
      this.#events?.close();
      this.#events = null;
    });
    try {
      yield* events;
    } finally {
      interrupt.abort();
      await this.#settled;
    }
  }
}
