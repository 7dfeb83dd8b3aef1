/** Events for one reader, in order. Pushing never waits: a slow reader must not delay an agent or a hook. */
export class EventQueue<T> implements AsyncIterable<T> {
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
