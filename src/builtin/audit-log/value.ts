import { isSecretField, type Redaction, redactText } from './redaction.ts';

export interface AuditShape extends Redaction {
  readonly omit: ReadonlySet<string>;
  readonly maxBytes: number;
}

const maxDepth = 20;
const maxItems = 1000;
/** A pattern may need this much text after the cut to recognise a secret that begins before it. */
const lookahead = 4096;

export function auditValue(value: unknown, shape: AuditShape): unknown {
  return new Copier(shape).copy(value, 0);
}

class Copier {
  readonly #shape: AuditShape;
  readonly #above = new Set<object>();

  constructor(shape: AuditShape) {
    this.#shape = shape;
  }

  copy(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'number':
      case 'boolean':
        return value;
      case 'object':
        return value === null ? null : this.#object(value, depth);
      case 'undefined':
        return undefined;
      default:
        return `[${typeof value}]`;
    }
  }

  #text(text: string): string {
    const { maxBytes } = this.#shape;
    const clean = redactText(text.slice(0, maxBytes + lookahead), this.#shape);
    const bytes = Buffer.from(clean);
    const isShort = bytes.length <= maxBytes && text.length <= maxBytes + lookahead;
    if (isShort) return clean;
    return `${bytes.toString('utf8', 0, characterEnd(bytes, maxBytes))}… [cut, ${Buffer.byteLength(text)} bytes]`;
  }

  #object(value: object, depth: number): unknown {
    if (depth >= maxDepth) return '[too deep]';
    if (this.#above.has(value)) return '[contains itself]';
    this.#above.add(value);
    try {
      return Array.isArray(value) ? this.#items(value, depth) : this.#fields(value, depth);
    } catch {
      return '[unreadable]';
    } finally {
      this.#above.delete(value);
    }
  }

  #items(list: readonly unknown[], depth: number): readonly unknown[] {
    const items = list.slice(0, maxItems).map((item) => this.copy(item, depth + 1));
    return list.length > maxItems ? [...items, `[${list.length - maxItems} more]`] : items;
  }

  #fields(fields: object, depth: number): unknown {
    const copy: [string, unknown][] = [];
    const keys = Object.keys(fields);
    for (const key of keys.slice(0, maxItems)) {
      if (this.#shape.omit.has(key)) continue;
      const value = (fields as Readonly<Record<string, unknown>>)[key];
      const isHidden = value !== null && isSecretField(key, value, this.#shape);
      copy.push([key, isHidden ? '[redacted]' : this.copy(value, depth + 1)]);
    }
    if (keys.length > maxItems) copy.push(['…', `[${keys.length - maxItems} more]`]);
    return Object.fromEntries(copy);
  }
}

/** Never cuts a character in two. */
function characterEnd(bytes: Buffer, end: number): number {
  let start = end;
  while (start > 0 && start > end - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
