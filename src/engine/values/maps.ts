export function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const present = map.get(key);
  if (present !== undefined) return present;
  const made = make();
  map.set(key, made);
  return made;
}

/** Puts an entry last. Beyond the limit, the oldest entries go, so the map can't grow without end. */
export function putLast<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, maxSize: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= maxSize) return;
    map.delete(oldest);
  }
}

/** From a key to its items, in order. Most keys have one item, for which a set would cost more memory than the item. */
export class SetMap<Key, Item extends object> {
  readonly #entries = new Map<Key, Item | Set<Item>>();

  get(key: Key): Item[] {
    const entry = this.#entries.get(key);
    return entry === undefined ? [] : itemsOf(entry);
  }

  keys(): Iterable<Key> {
    return this.#entries.keys();
  }

  *values(): Iterable<Item> {
    for (const entry of this.#entries.values()) yield* itemsOf(entry);
  }

  add(key: Key, item: Item): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) this.#entries.set(key, item);
    else if (entry instanceof Set) entry.add(item);
    else this.#entries.set(key, new Set([entry, item]));
  }

  delete(key: Key, item: Item): boolean {
    const entry = this.#entries.get(key);
    if (entry === item) return this.#entries.delete(key);
    if (!(entry instanceof Set)) return false;
    const isDeleted = entry.delete(item);
    if (entry.size === 0) this.#entries.delete(key);
    return isDeleted;
  }
}

function itemsOf<Item extends object>(entry: Item | Set<Item>): Item[] {
  return entry instanceof Set ? [...entry] : [entry];
}
