/** Makes a value when it is first asked for. Schemas take a while to make, and most calls need none. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
