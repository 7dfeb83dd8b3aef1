import { createContext, Script } from 'node:vm';

/** Thrown by `withinTime`. */
export class TookTooLong extends Error {
  override readonly name: string = 'TookTooLong';
}

const call = new Script('work()');

/**
 * Runs a function with a time limit, such as one that matches a regular expression from outside. Only the `vm` module
 * can interrupt a regular expression.
 */
export function withinTime<T>(work: () => T, timeoutMs: number): T {
  try {
    const result: T = call.runInContext(createContext({ work }), { timeout: timeoutMs });
    return result;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TookTooLong(`took more than ${timeoutMs} ms`);
  }
}
