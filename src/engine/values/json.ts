import { cutEnd } from './cut-text.ts';
import { ignoreRejection } from './shapes.ts';
import { describe } from './text.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const maxDepth = 1000;

class NotJson extends Error {
  constructor(path: string, problem: string) {
    super(`${path === '' ? 'the value' : `the value at ${cutEnd(path, 80)}`} ${problem}`);
  }
}

/** A frozen copy, so the value cannot change after it was judged. Throws for what JSON can't carry. */
export function copyJson(value: unknown): Json {
  return new Copier(true).copy(value, '', 0) as Json;
}

export function freezeCopy(value: unknown): unknown {
  return new Copier(false).copy(value, '', 0);
}

/** A host's own objects can't be copied, and hooks get them as they are. */
export function freezeIfPlain<Value>(value: Value): Value {
  try {
    return freezeCopy(value) as Value;
  } catch {
    return value;
  }
}

class Copier {
  readonly #strict: boolean;
  readonly #copies = new Map<object, unknown>();

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  copy(value: unknown, path: string, depth: number): unknown {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        if (Number.isFinite(value)) return value + 0; // JSON has no -0
        break;
      case 'object':
        return value === null ? null : this.#copyObject(value, path, depth);
      case 'function':
        throw new NotJson(path, 'is a function');
    }
    if (!this.#strict) return value;
    throw new NotJson(
      path,
      value === undefined ? 'is missing' : `is ${describe(value)}, which JSON cannot carry`,
    );
  }

  #copyObject(value: object, path: string, depth: number): unknown {
    if (this.#copies.has(value)) {
      const copy = this.#copies.get(value);
      if (copy === undefined) throw new NotJson(path, 'contains itself');
      return copy;
    }
    if (depth === maxDepth) throw new NotJson(path, `is nested more than ${maxDepth} levels deep`);
    const prototype: unknown = Object.getPrototypeOf(value);
    const isArray = Array.isArray(value);
    if (!isArray && prototype !== Object.prototype && prototype !== null) {
      ignoreRejection(value);
      throw new NotJson(path, 'is not plain data');
    }
    this.#copies.set(value, undefined);
    const copy = isArray ? this.#copyItems(value, path, depth) : this.#copyFields(value, path, depth);
    this.#copies.set(value, copy);
    return copy;
  }

  #copyItems(items: readonly unknown[], path: string, depth: number): unknown {
    // A loop of our own: the list may bring a `map` of its own.
    const copy: unknown[] = [];
    for (let index = 0; index < items.length; index += 1) {
      copy.push(this.copy(items[index], `${path}[${index}]`, depth + 1));
    }
    return Object.freeze(copy);
  }

  #copyFields(fields: object, path: string, depth: number): unknown {
    const copy: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(fields)) {
      if (field === undefined) continue;
      const fieldPath = path === '' ? key : `${path}.${key}`;
      if (this.#strict && pollutes(key, field))
        throw new NotJson(fieldPath, 'would change an object prototype');
      const value = this.copy(field, fieldPath, depth + 1);
      // Assigning `__proto__` would set the prototype instead of keeping the key.
      if (key === '__proto__') Object.defineProperty(copy, key, { value, enumerable: true });
      else copy[key] = value;
    }
    return Object.freeze(copy);
  }
}

function pollutes(key: string, value: unknown): boolean {
  if (key === '__proto__') return true;
  return (
    key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
  );
}
