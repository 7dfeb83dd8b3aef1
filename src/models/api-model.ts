import { HooklineError } from '../engine/values/errors.ts';
import { lookUp } from '../engine/values/look-up.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import { anthropicModel } from './anthropic.ts';
import type { ApiModelOptions } from './api-options.ts';
import type { Model } from './model.ts';
import { openaiModel } from './openai.ts';

interface ModelApi {
  readonly make: (options: ApiModelOptions) => Model;
  /** The package that talks to it. */
  readonly client: string;
  /** The variables that the client takes a key from. The first is the usual one. */
  readonly keys: readonly [string, ...string[]];
  /** The folder of the user's home in which the client looks for a key, too. */
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

/** A model by the name that people give it: `anthropic:MODEL`, or `anthropic` for the usual one. */
export function apiModel(name: string, options: Omit<ApiModelOptions, 'model'> = {}): Model {
  const [, ...rest] = name.split(':');
  const model = rest.join(':');
  return findModelApi(name).make({ ...options, ...(model !== '' && { model }) });
}

/** The API that the name of a model begins with. */
export function findModelApi(name: string): ModelApi {
  const [api = ''] = name.split(':');
  const found = lookUp(apis, api);
  if (found !== undefined) return found;
  const hint = didYouMean(api, modelApis) || `: it is one of ${modelApis.join(', ')}, as in anthropic:MODEL`;
  throw new HooklineError('option-invalid', `unknown model "${api}"${hint}`, 'model');
}
