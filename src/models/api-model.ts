import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { HooklineError } from '../engine/values/errors.ts';
import { lookUp } from '../engine/values/look-up.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import { isFolder } from '../files/file-facts.ts';
import { anthropicModel } from './anthropic.ts';
import { type ApiModelOptions, clientMissing } from './api-client.ts';
import type { Model } from './model.ts';
import { openaiModel } from './openai.ts';

interface ModelApi {
  readonly make: (options: ApiModelOptions) => Model;
  readonly client: string;
  readonly keys: readonly [string, ...string[]];
  readonly keyFolder: string | null;
}

const apis: Readonly<Record<string, ModelApi>> = {
  anthropic: {
    make: anthropicModel,
    client: '@anthropic-ai/sdk',
    keys: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'ANTHROPIC_PROFILE',
      'ANTHROPIC_IDENTITY_TOKEN',
      'ANTHROPIC_IDENTITY_TOKEN_FILE',
    ],
    keyFolder: '.config/anthropic',
  },
  openai: { make: openaiModel, client: 'openai', keys: ['OPENAI_API_KEY'], keyFolder: null },
};

export const modelApis: readonly string[] = Object.keys(apis);

export function apiModel(name: string, options: Omit<ApiModelOptions, 'model'> = {}): Model {
  const [, ...rest] = name.split(':');
  const model = rest.join(':');
  return findModelApi(name).make({ ...options, ...(model !== '' && { model }) });
}

function findModelApi(name: string): ModelApi {
  const [api = ''] = name.split(':');
  const found = lookUp(apis, api);
  if (found !== undefined) return found;
  const hint = didYouMean(api, modelApis) || `: it is one of ${modelApis.join(', ')}, as in anthropic:MODEL`;
  throw new HooklineError('option-invalid', `unknown model "${api}"${hint}`, 'model');
}

interface ModelObstacle {
  readonly lacks: 'client' | 'key';
  readonly message: string;
}

export function modelObstacle(name: string): ModelObstacle | null {
  const { client, keys, keyFolder } = findModelApi(name);
  if (!isInstalled(client)) return { lacks: 'client', message: clientMissing(client) };
  const mayHaveKey =
    keys.some((key) => (process.env[key] ?? '') !== '') ||
    (keyFolder !== null && isFolder(join(homedir(), keyFolder)));
  if (mayHaveKey) return null;
  return { lacks: 'key', message: `the model has no key: set the environment variable ${keys[0]}` };
}

function isInstalled(client: string): boolean {
  try {
    createRequire(import.meta.url).resolve(client);
    return true;
  } catch {
    return false;
  }
}
