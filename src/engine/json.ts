export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const deepest = 1000;

/** A value that is not JSON; `path` leads to the offending part. */
class NotJson extends Error {
  constructor(path: string, problem: string) {
    super(`${path === '' ? 'the value' : `the value at ${path}`} ${problem}`);
  }
}

/**
 * A frozen copy of JSON data, so that whoever made the value cannot change it after it was judged.
 * Throws NotJson where the value could not travel as JSON or carries a key that pollutes prototypes.
 */
export function copyJson(value: unknown): Json {
  return new Copier(true).copy(value, '', 0) as Json;
}

/** The same for a host's value: what is not plain data stays as it is, since the host alone answers for it. */
export function freezeCopy(value: unknown): unknown {
  return new Copier(false).copy(value, '', 0);
}

class Copier {
  readonly #strict: boolean;
  /** Copies by original: shared parts are copied once; a part still being copied is a cycle. */
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
        // JSON has no -0.
        return Number.isFinite(value)
          ? value + 0
          : this.#refuse(value, path, `is ${value}, which JSON cannot carry`);
      case 'object':
        return value === null ? null : this.#copyObject(value, path, depth);
      default:
        return this.#refuse(
          value,
          path,
          `is ${typeof value === 'undefined' ? 'missing' : `a ${typeof value}`}`,
        );
    }
  }

  #copyObject(value: object, path: string, depth: number): unknown {
    if (this.#copies.has(value)) {
      const copy = this.#copies.get(value);
      return copy === undefined ? this.#refuse(value, path, 'contains itself') : copy;
    }
    if (depth === deepest) return this.#refuse(value, path, `is nested more than ${deepest} levels deep`);
    const prototype: unknown = Object.getPrototypeOf(value);
    const isArray = Array.isArray(value);
    if (!isArray && prototype !== Object.prototype && prototype !== null) {
      return this.#refuse(value, path, 'is not plain data');
    }
    this.#copies.set(value, undefined);
    const copy = isArray ? this.#copyItems(value, path, depth) : this.#copyFields(value, path, depth);
    this.#copies.set(value, copy);
    return copy;
  }

  #copyItems(items: readonly unknown[], path: string, depth: number): unknown {
    return Object.freeze(items.map((item, index) => this.copy(item, `${path}[${index}]`, depth + 1)));
  }

  #copyFields(fields: object, path: string, depth: number): unknown {
    const copy: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(fields)) {
      if (field === undefined) continue;
      const fieldPath = path === '' ? key : `${path}.${key}`;
      if (pollutes(key, field)) {
        this.#refuse(field, fieldPath, 'would change an object prototype');
        continue;
      }
      copy[key] = this.copy(field, fieldPath, depth + 1);
    }
    return Object.freeze(copy);
  }

  #refuse(value: unknown, path: string, problem: string): unknown {
    if (this.#strict) throw new NotJson(path, problem);
    return value;
  }
}

/** The two ways in which a merged key reaches a prototype. */
function pollutes(key: string, value: unknown): boolean {
  if (key === '__proto__') return true;
  return (
    key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
  );
}
