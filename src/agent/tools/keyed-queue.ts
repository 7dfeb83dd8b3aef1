import { getOrMake } from '../../engine/values/maps.ts';
import { SerialQueue } from '../../engine/values/serial-queue.ts';

/** Runs tasks of the same key one after the other. Tasks of other keys do not wait. */
export class KeyedQueue {
  readonly #queues = new Map<string, { readonly queue: SerialQueue; tasks: number }>();

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const entry = getOrMake(this.#queues, key, () => ({ queue: new SerialQueue(), tasks: 0 }));
    entry.tasks += 1;
    try {
      return await entry.queue.run(task);
    } finally {
      entry.tasks -= 1;
      if (entry.tasks === 0) this.#queues.delete(key);
    }
  }
}
