/** What models behind an API have in common. */
export interface ApiModelOptions {
  /** The name of the model at its API. */
  readonly model?: string;
  /** Where the API is; the client's environment variable, else the provider's own, unless stated. */
  readonly baseUrl?: string;
  /** The client's environment variable unless stated. */
  readonly apiKey?: string;
  /** How often a request is repeated that failed for a passing reason; 2 unless stated. */
  readonly maxRetries?: number;
  /** How many tokens a response may have. */
  readonly maxTokens?: number;
}

export const defaultRetries = 2;

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
