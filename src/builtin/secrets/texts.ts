import { isObject } from '../../engine/values/shapes.ts';
import type { FoundSecret } from './found-secret.ts';

/** No form can reach across it, so that what is in two texts is never taken for one. */
const border = '\n\0\n';
const maxDepth = 200;

export class Texts {
  readonly #parts: { readonly name: string; readonly text: string; readonly start: number }[] = [];
  #joined: string[] = [];
  #length = 0;

  add(text: string, name: string): void {
    if (text === '') return;
    this.#parts.push({ name, text, start: this.#length });
    this.#joined.push(text, border);
    this.#length += text.length + border.length;
  }

  addAll(value: unknown, skips: (name: string) => boolean = () => false, name = '', depth = 0): void {
    if (depth > maxDepth) throw new RangeError('a value that is nested too deeply');
    if (typeof value === 'string') this.add(value, name);
    else if (Array.isArray(value)) for (const item of value) this.addAll(item, skips, name, depth + 1);
    else if (isObject(value))
      for (const [key, item] of Object.entries(value)) {
        this.add(key, name);
        if (!skips(key)) this.addAll(item, skips, key, depth + 1);
      }
  }

  get joined(): string {
    return this.#joined.join('');
  }

  nameAt(start: number): string {
    return this.#parts.findLast((part) => part.start <= start)?.name ?? '';
  }

  byText(found: readonly FoundSecret[]): ReadonlyMap<string, readonly FoundSecret[]> {
    const result = new Map<string, FoundSecret[]>();
    let at = 0;
    for (const secret of found.toSorted((left, right) => left.start - right.start)) {
      while ((this.#parts[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= secret.start) at += 1;
      const { text = '', start = 0 } = this.#parts[at] ?? {};
      const own = { ...secret, start: secret.start - start, end: secret.end - start };
      result.set(text, [...(result.get(text) ?? []), own]);
    }
    return result;
  }
}

export function redact(text: string, found: readonly FoundSecret[]): string {
  const sorted = found.toSorted((left, right) => left.start - right.start || right.end - left.end);
  let result = '';
  let at = 0;
  for (const { start, end, what } of sorted) {
    if (start >= at) result += `${text.slice(at, start)}[redacted: ${what}]`;
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}

export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]),
  );
}
