import { EventQueue } from './event-queue.ts';
import type { AgentEvent } from './events.ts';

/** The run of an agent: its events for one reader, and the way to interrupt it. One at a time. */
export class CurrentRun {
  #queue: EventQueue<AgentEvent> | null = null;
  #interrupt: AbortController | null = null;
  #settled: Promise<void> | null = null;

  get isBusy(): boolean {
    return this.#queue !== null;
  }

  /** Settles with the last run; null before the first. */
  get settled(): Promise<void> | null {
    return this.#settled;
  }

  push(event: AgentEvent): void {
    this.#queue?.push(event);
  }

  interrupt(): void {
    this.#interrupt?.abort();
  }

  /** Starts the work and yields its events. Leaving the iteration, or the signal, interrupts it. The work never rejects. */
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
