import { getOrMake } from '../../engine/values/maps.ts';

type End = () => void | Promise<void>;

const ends = new Set<End>();

export function endsWith(end: End): void {
  ends.add(end);
}

export async function endWorkers(): Promise<void> {
  await Promise.all([...ends].map((end) => end()));
}

interface Shareable {
  retire(): void | Promise<void>;
  end(): Promise<void>;
}

export interface Share<Value> {
  use(): Value;
  retire(): void;
}

/** Workers by what they are started with. The last hook that uses one retires it. */
export class SharedWorkers<Value extends Shareable> {
  readonly #users = new Map<string, { readonly value: Value; count: number }>();
  readonly #open = new Set<Value>();

  constructor() {
    endsWith(async () => void (await Promise.all([...this.#open].map((value) => value.end()))));
  }

  share(key: string, make: () => Value): Share<Value> {
    let value: Value | null = null;
    let isRetired = false;
    return {
      use: () => {
        if (value !== null) return value;
        value = this.#join(key, make);
        if (isRetired) this.#leave(key);
        return value;
      },
      retire: () => {
        if (!isRetired && value !== null) this.#leave(key);
        isRetired = true;
      },
    };
  }

  #join(key: string, make: () => Value): Value {
    const shared = getOrMake(this.#users, key, () => ({ value: make(), count: 0 }));
    shared.count += 1;
    this.#open.add(shared.value);
    return shared.value;
  }

  #leave(key: string): void {
    const shared = this.#users.get(key);
    if (shared === undefined) return;
    shared.count -= 1;
    if (shared.count > 0) return;
    this.#users.delete(key);
    void Promise.resolve(shared.value.retire()).then(() => this.#open.delete(shared.value));
  }
}
