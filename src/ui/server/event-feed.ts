import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { WaitingCall } from '../wire.ts';
import type { PageSource } from './page-source.ts';
import { TraceIndex } from './trace-index.ts';

/** How soon the page shows what was recorded. */
const pollMs = 300;

/** Follows the record while somebody looks, and wakes those who look when there is more. */
export class EventFeed {
  readonly index = new TraceIndex();
  readonly #source: PageSource;
  readonly #news = new EventEmitter().setMaxListeners(0);
  #watchers = 0;
  #isFollowing = false;
  waiting: readonly WaitingCall[] = [];

  constructor(source: PageSource) {
    this.#source = source;
  }

  /** Follows until everybody has left. */
  watch(): () => void {
    this.#watchers += 1;
    if (!this.#isFollowing) void this.#follow();
    return () => {
      this.#watchers -= 1;
    };
  }

  /** Settles when there is something new, or when the signal ends the waiting. */
  async news(signal: AbortSignal): Promise<void> {
    await once(this.#news, 'news', { signal }).catch(() => undefined);
  }

  async refreshWaiting(): Promise<readonly WaitingCall[]> {
    const waiting = await this.#source.waiting().catch(() => []);
    const isNew = JSON.stringify(waiting) !== JSON.stringify(this.waiting);
    this.waiting = waiting;
    if (isNew) this.#news.emit('news');
    return waiting;
  }

  async #follow(): Promise<void> {
    this.#isFollowing = true;
    while (this.#watchers > 0) {
      const files = await this.#source.files().catch(() => []);
      await this.index.update(files, () => this.#news.emit('news')).catch(() => undefined);
      await this.refreshWaiting();
      await wait(pollMs, undefined, { ref: false });
    }
    this.#isFollowing = false;
  }
}
