/** A request's JSON, read without trusting its shape. */
export type Body = Readonly<Record<string, unknown>>;

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list, or none. */
export function bodies(value: unknown): readonly Body[] {
  return Array.isArray(value) ? value.filter(isBody) : [];
}

const textual = ['text', 'content', 'encrypted_content', 'output', 'error', 'parts'];

/** Everything that reads as text in a value: itself, or what its textual keys hold. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isBody(value)) return [];
  return textual.flatMap((key) => textsIn(value[key]));
}
