import { getOrMake } from '../engine/values/maps.ts';

/** Makes a value on first use: schemas are slow to make, and most calls need none. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The same for each key. */
export function onceFor<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => getOrMake(made, key, () => make(key));
}
