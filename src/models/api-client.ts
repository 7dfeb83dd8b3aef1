import { cutEnd } from '../engine/values/cut-text.ts';
import { HooklineError } from '../engine/values/errors.ts';
import { isObject } from '../engine/values/shapes.ts';
import type { Model, ModelEvent, ModelRequest } from './model.ts';
import { retryStream } from './retry-stream.ts';

export interface ApiModelOptions {
  readonly model?: string;
  /** The address of the API. Default: the client's environment variable, else the provider's own. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Retries after a passing failure. Default: 2. */
  readonly maxRetries?: number;
  readonly maxTokens?: number;
}

const defaultRetries = 2;

function withoutKey(error: unknown, variable: string, { apiKey }: ApiModelOptions): unknown {
  const hasKey = (apiKey ?? process.env[variable] ?? '') !== '';
  // An error with a status comes from the server, so a key was sent.
  const isOwn = error instanceof Error && !('status' in error && error.status !== undefined);
  if (hasKey || !isOwn || !/authentication|credentials|api_?key/i.test(error.message)) return error;
  return new HooklineError('model-missing', `the model has no key: set the environment variable ${variable}`);
}

function withAddress(error: unknown, baseUrl: string): unknown {
  if (!(error instanceof Error) || !/^(?:Connection error|Request timed out)/i.test(error.message))
    return error;
  const code = causeCode(error);
  return new Error(`${error.message.replace(/\.$/, '')}: ${baseUrl}${code === null ? '' : ` (${code})`}`, {
    cause: error,
  });
}

function causeCode(error: Error): string | null {
  for (let at: unknown = error.cause, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return null;
}

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
    // Failures are thrown; logging would overwrite a terminal view.
    logLevel: 'off',
  };
}

/** A model whose client is loaded with its first request. */
export function streamingModel<Client extends { readonly baseURL: string }>(
  name: string,
  keyVariable: string,
  options: ApiModelOptions,
  load: () => Promise<Client>,
  open: (client: Client, request: ModelRequest, signal: AbortSignal) => Promise<AsyncIterable<ModelEvent>>,
): Model {
  const { maxRetries = defaultRetries } = options;
  const keyMissing = (error: unknown): never => {
    throw withoutKey(error, keyVariable, options);
  };
  let loaded: Promise<Client> | null = null;
  return {
    name,
    async *respond(request, { signal }) {
      loaded ??= load().catch(keyMissing);
      const client = await loaded;
      const opened = (): Promise<AsyncIterable<ModelEvent>> =>
        open(client, request, signal)
          .catch(keyMissing)
          .catch((error: unknown) => {
            throw withAddress(error, client.baseURL);
          });
      yield* retryStream(opened, { signal, maxRetries });
    },
  };
}

export async function loadClient<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new HooklineError('model-missing', clientMissing(name));
  }
}

export function clientMissing(name: string): string {
  return `this model talks through the package "${name}", which is not installed: npm install ${name}`;
}

export interface CallSoFar {
  readonly id: string;
  readonly name: string;
  readonly json: string;
}

export function toolUse({ id, name, json }: CallSoFar): ModelEvent {
  const call = { type: 'tool_use', id, name } as const;
  const problem = (why: string): ModelEvent => ({ ...call, input: {}, problem: `the arguments ${why}` });
  if (json.trim() === '') return { ...call, input: {} };
  try {
    const input: unknown = JSON.parse(json);
    return isObject(input) ? { ...call, input } : problem('are not a JSON object');
  } catch {
    return problem(`are not JSON: ${cutEnd(json, 200)}`);
  }
}
