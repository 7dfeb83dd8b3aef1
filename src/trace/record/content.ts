import { cutAt } from '../../engine/values/cut-text.ts';
import { isObject } from '../../engine/values/shapes.ts';

/** Removes secrets from any value. Returns the same value if there are none; throws if that's unknown. */
export type Redact = (value: unknown) => unknown;

const maxText = 64 * 1024;
const maxPrinted = 16 * 1024;
/** A secret that the limit would cut must be whole to be detected. */
const lookahead = 8 * 1024;
const maxDepth = 100;
const maxItems = 10_000;

export const cutMark = '… [cut]';

export interface Recorded {
  readonly value: unknown;
  readonly isAltered: boolean;
}

/** A copy as JSON would carry it, without secrets and with long texts cut; null where secrets are unknown. Never throws. */
export function recordable(value: unknown, redact: Redact | null): Recorded {
  const copier = new Copier(redact === null ? maxText : maxText + lookahead);
  const copy = copier.copy(value, 0) ?? null;
  if (redact === null) return { value: copy, isAltered: copier.isAltered };
  const clean = redacted(copy, redact);
  const isAltered = copier.isAltered || clean !== copy;
  return { value: copier.isAltered ? new Copier(maxText).copy(clean, 0) : clean, isAltered };
}

/** Each value has its own limits; null where secrets can't be detected. */
export function recordableParts(
  values: readonly unknown[],
  redact: Redact | null,
): readonly unknown[] | null {
  const maxLength = redact === null ? maxText : maxText + lookahead;
  const copies = values.map((value) => new Copier(maxLength).copy(value, 0) ?? null);
  if (redact === null) return copies;
  const clean = redacted(copies, redact) as readonly unknown[] | null;
  return clean?.map((value) => new Copier(maxText).copy(value, 0)) ?? null;
}

function redacted(value: unknown, redact: Redact): unknown {
  try {
    return redact(value);
  } catch {
    return null;
  }
}

export function printedText(text: string | null): string | null {
  if (text === null || text === '') return null;
  return text.length > maxPrinted ? `${cutAt(text, maxPrinted)}${cutMark}` : text;
}

class Copier {
  isAltered = false;
  readonly #maxText: number;
  #items = 0;
  readonly #above = new Set<object>();

  constructor(maxLength: number) {
    this.#maxText = maxLength;
  }

  copy(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'number') return Number.isFinite(value) ? value : this.#instead(String(value));
    if (typeof value === 'boolean' || value === null || value === undefined) return value;
    if (typeof value !== 'object') return this.#instead(`[${typeof value}]`);
    if (depth >= maxDepth || this.#above.has(value)) return this.#instead('[too deep]');
    this.#above.add(value);
    try {
      return this.#object(value, depth);
    } catch {
      return this.#instead('[unreadable]');
    } finally {
      this.#above.delete(value);
    }
  }

  #object(value: object, depth: number): unknown {
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) {
        if (this.#isFull()) {
          items.push(cutMark);
          break;
        }
        items.push(this.copy(item, depth + 1) ?? null);
      }
      return items;
    }
    if (!isObject(value)) return value;
    const { toJSON } = value;
    if (typeof toJSON === 'function') return this.copy(toJSON.call(value), depth + 1);
    const fields: [string, unknown][] = [];
    for (const [key, field] of Object.entries(value)) {
      // The fields of an event or an effect are few: a large one takes no room of the others.
      if (this.#isFull() && (depth > 0 || fields.length >= maxItems)) {
        fields.push([cutMark, true]);
        break;
      }
      const copy = this.copy(field, depth + 1);
      if (copy !== undefined) fields.push([this.#text(key), copy]);
    }
    return Object.fromEntries(fields);
  }

  #isFull(): boolean {
    this.#items += 1;
    if (this.#items <= maxItems) return false;
    this.isAltered = true;
    return true;
  }

  #text(text: string): string {
    if (text.length <= maxText) return text;
    return this.#instead(text.length <= this.#maxText ? text : `${cutAt(text, this.#maxText)}${cutMark}`);
  }

  #instead(text: string): string {
    this.isAltered = true;
    return text;
  }
}
