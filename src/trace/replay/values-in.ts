/** Every value within a value that was read from JSON, and every key, without a limit of depth. */
export function valuesIn(value: unknown): readonly unknown[] {
  const found: unknown[] = [value];
  for (let index = 0; index < found.length; index += 1) {
    const next = found[index];
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, field] of Object.entries(next)) found.push(key, field);
  }
  return found;
}
