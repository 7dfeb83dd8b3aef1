// Used in the host and in the program of its threads, so it imports nothing.

/** The export of that name. In CommonJS it may be one level deeper. */
export function pickExport(module: object, name: string): unknown {
  const direct = field(module, name);
  if (direct !== undefined && (name !== 'default' || typeof direct === 'function')) return direct;
  return field(field(module, 'default'), name) ?? direct;
}

function field(value: unknown, name: string): unknown {
  const isHolder = (typeof value === 'object' || typeof value === 'function') && value !== null;
  return isHolder && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** What an answer is that isn't plain data; null for plain data. */
export function oddityOf(value: unknown): string | null {
  try {
    if (!Array.isArray(value)) return oddKind(value);
    const kind = value.map(oddKind).find((each) => each !== null);
    return kind === undefined ? null : `a list with ${kind}`;
  } catch {
    return 'something that cannot be looked at';
  }
}

function oddKind(value: unknown): string | null {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== 'object' || prototype === null || prototype === Object.prototype) return null;
  // Plain objects of another realm, such as that of node:vm.
  if (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf')) return null;
  const maker: unknown = prototype.constructor;
  const name: unknown = typeof maker === 'function' ? maker.name : '';
  return typeof name !== 'string' || name === '' || name === 'Object'
    ? 'an object that inherits from another'
    : `an object of class ${name}`;
}
