import { HooklineError } from './errors.ts';
import { didYouMean } from './suggest.ts';
import { describe } from './text.ts';

/** What an option takes, in words, and how to tell. */
export type OptionCheck = readonly [what: string, isRight: (value: unknown) => boolean];

export type OptionChecks<Options> = { readonly [K in keyof Required<Options>]: OptionCheck };

export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && !Number.isNaN(value);

export const text: OptionCheck = ['text', (value) => typeof value === 'string' && value !== ''];
export const truth: OptionCheck = ['true or false', (value) => typeof value === 'boolean'];
export const milliseconds: OptionCheck = [
  'a number of milliseconds above 0',
  (value) => isNumber(value) && value > 0,
];

/** Refuses unknown options and wrong values: a misspelt option must not be one that silently does nothing. */
export function checkOptions<Options>(who: string, options: unknown, checks: OptionChecks<Options>): void {
  if (typeof options !== 'object' || options === null)
    refuseOption(who, `takes an object of options, not ${describe(options)}`);
  const known: Readonly<Record<string, OptionCheck>> = checks;
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(known, key) ? known[key] : undefined;
    if (check === undefined)
      refuseOption(who, `has no option "${key}"${didYouMean(key, Object.keys(known))}`);
    const [what, isRight] = check;
    if (!isRight(value)) refuseOption(who, `takes ${what} as its ${key}, not ${describe(value)}`);
  }
}

export function refuseOption(who: string, problem: string): never {
  throw new HooklineError('option-invalid', `${who} ${problem}`);
}
