import { getOrMake } from '../../engine/values/maps.ts';
import { endsWith } from '../workers/end-workers.ts';
import { WorkerPool } from '../workers/worker-pool.ts';
import { type ModuleAnswer, type ModuleRequest, ModuleThread } from './thread.ts';

type Pool = WorkerPool<ModuleRequest, ModuleAnswer>;

interface Threads {
  readonly key: string;
  readonly pool: Pool;
  users: number;
}

const threads = new Map<string, Threads>();
let count = 0;

/** What hooks share a thread by: all of it must be equal. Without a key, a hook has one of its own. */
export interface ThreadUse {
  readonly key: string | null;
  readonly memoryMb: number | undefined;
}

/** A hook's part in its threads: joined at the first call, since many handlers are made only to check their options. */
export class ThreadShare {
  readonly #key: string;
  readonly #memoryMb: number | undefined;
  #threads: Threads | null = null;
  #isRetired = false;

  constructor({ key, memoryMb }: ThreadUse) {
    count += 1;
    this.#key = key === null ? `own ${count}` : JSON.stringify([key, memoryMb]);
    this.#memoryMb = memoryMb;
  }

  pool(): Pool {
    if (this.#threads === null) {
      this.#threads = join(this.#key, this.#memoryMb);
      if (this.#isRetired) leave(this.#threads);
    }
    return this.#threads.pool;
  }

  retire(): void {
    if (!this.#isRetired && this.#threads !== null) leave(this.#threads);
    this.#isRetired = true;
  }
}

endsWith(async () => {
  await Promise.all([...threads.values()].map(({ pool }) => pool.end()));
});

function join(key: string, memoryMb: number | undefined): Threads {
  const pool = (): Pool => new WorkerPool((events) => new ModuleThread(memoryMb, events));
  const shared = getOrMake(threads, key, () => ({ key, pool: pool(), users: 0 }));
  shared.users += 1;
  return shared;
}

function leave(shared: Threads): void {
  shared.users -= 1;
  if (shared.users > 0) return;
  threads.delete(shared.key);
  shared.pool.retire();
}
