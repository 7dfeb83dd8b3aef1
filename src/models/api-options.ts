import { HooklineError } from '../engine/values/errors.ts';

/** The options of all models behind an API. */
export interface ApiModelOptions {
  /** The name of the model at its API. */
  readonly model?: string;
  /** The address of the API. Default: the client's environment variable, else the provider's own. */
  readonly baseUrl?: string;
  /** Default: the client's environment variable. */
  readonly apiKey?: string;
  /** How many times to repeat a request after a passing failure. Default: 2. */
  readonly maxRetries?: number;
  /** The maximum number of tokens of a response. */
  readonly maxTokens?: number;
}

export const defaultRetries = 2;

/** Replaces a client's message about a missing key, which does not say what to do. */
export function withoutKey(error: unknown, variable: string, { apiKey }: ApiModelOptions): unknown {
  const hasKey = (apiKey ?? process.env[variable] ?? '') !== '';
  // An error with a status comes from the server, so a key was sent.
  const isOwn = error instanceof Error && !('status' in error && error.status !== undefined);
  if (hasKey || !isOwn || !/authentication|credentials|api_?key/i.test(error.message)) return error;
  return new HooklineError('model-missing', `the model has no key: set the environment variable ${variable}`);
}

/** A connection that failed, with the address that it went to: the clients say only that there was none. */
export function withAddress(error: unknown, baseUrl: string): unknown {
  if (!(error instanceof Error) || !/^(?:Connection error|Request timed out)/i.test(error.message))
    return error;
  const code = causeCode(error);
  return new Error(`${error.message.replace(/\.$/, '')}: ${baseUrl}${code === null ? '' : ` (${code})`}`, {
    cause: error,
  });
}

/** The system's own word for it, such as ECONNREFUSED. */
function causeCode(error: Error): string | null {
  for (let at: unknown = error.cause, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return null;
}

/** The options by the names that both clients know, without those that were left out. */
export function clientOptions({ baseUrl, apiKey, maxRetries }: ApiModelOptions): {
  baseURL?: string;
  apiKey?: string;
  maxRetries: number;
  logLevel: 'off';
} {
  return {
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    maxRetries: maxRetries ?? defaultRetries,
    // What goes wrong is thrown; a terminal view must not be written over.
    logLevel: 'off',
  };
}
