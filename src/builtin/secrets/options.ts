import { z } from 'zod';
import { filled } from '../builtin-options.ts';
import { once } from '../once.ts';
import { secretKindRows } from './kinds.ts';

const secretNames = [
  '*TOKEN',
  '*_KEY',
  '*APIKEY',
  '*SECRET*',
  '*PASSWORD*',
  '*PASSWD*',
  '*_PASS',
  '*_PWD',
  '*CREDENTIAL*',
  '*_DSN',
];

const kindNames = secretKindRows.map(({ id }) => id);

export const secretsOptions = once(() =>
  z.strictObject({
    allow: z
      .array(filled())
      .default([])
      .describe(
        'Secrets that may pass, such as those of test data. In a pattern, * is any text. Default: none.',
      ),
    ignore: z
      .array(z.enum(kindNames as [string, ...string[]]))
      .default([])
      .describe('Kinds that are not looked for. Default: none.'),
    variables: z
      .array(filled())
      .default(secretNames)
      .describe(
        `Names of environment variables whose values are secret, if they are long enough and no ordinary words. In a name, * is any text. Default: ${secretNames.join(', ')}.`,
      ),
  }),
);

export type SecretsChoices = z.output<ReturnType<typeof secretsOptions>>;

export interface SecretsOptions {
  readonly allow?: readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly variables?: readonly string[] | undefined;
}
