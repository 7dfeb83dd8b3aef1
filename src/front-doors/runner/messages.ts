import type { HookMessage } from '../../trace/messages.ts';

const maxWaiting = 10_000;
const ended: IteratorReturnResult<undefined> = { done: true, value: undefined };

type Step = IteratorResult<HookMessage, undefined>;

/** Messages for one reader. If it falls behind, the oldest messages are dropped and counted. */
export class MessageStream implements AsyncIterableIterator<HookMessage, undefined> {
  missed = 0;
  readonly #waiting: HookMessage[] = [];
  readonly #readers: ((step: Step) => void)[] = [];
  readonly #onEnd: () => void;
  #isOver = false;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  push(message: HookMessage): void {
    const read = this.#readers.shift();
    if (read !== undefined) {
      read({ done: false, value: message });
      return;
    }
    if (this.#waiting.length === maxWaiting) {
      this.#waiting.shift();
      this.missed += 1;
    }
    this.#waiting.push(message);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd();
    for (const read of this.#readers.splice(0)) read(ended);
  }

  next(): Promise<Step> {
    const message = this.#waiting.shift();
    if (message !== undefined) return Promise.resolve({ done: false, value: message });
    if (this.#isOver) return Promise.resolve(ended);
    return new Promise((resolve) => {
      this.#readers.push(resolve);
    });
  }

  return(): Promise<Step> {
    this.#waiting.length = 0;
    this.end();
    return Promise.resolve(ended);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
