import { HooklineError } from './errors.ts';
import type { Fields } from './shapes.ts';
import { didYouMean } from './suggest.ts';
import { describe } from './text.ts';

export type OptionCheck = readonly [what: string, isRight: (value: unknown) => boolean, isSecret?: true];

export type OptionChecks<Options> = { readonly [K in keyof Required<Options>]: OptionCheck };

export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && !Number.isNaN(value);

export const textCheck: OptionCheck = ['text', (value) => typeof value === 'string' && value !== ''];
export const truthCheck: OptionCheck = ['true or false', (value) => typeof value === 'boolean'];
export const millisecondsCheck: OptionCheck = [
  'a number of milliseconds above 0',
  (value) => isNumber(value) && value > 0,
];

/** Refuses unknown options and wrong values: a misspelt option must not be one that silently does nothing. */
export function checkOptions<Options>(
  who: string,
  options: unknown,
  checks: OptionChecks<Options>,
  required: readonly (keyof Options & string)[] = [],
): void {
  if (typeof options !== 'object' || options === null)
    refuseOption(who, `takes an object of options, not ${describe(options)}`);
  const known: Readonly<Record<string, OptionCheck>> = checks;
  const given: Fields = { ...options };
  for (const key of required) if (given[key] === undefined) refuseOption(who, `needs "${key}"`);
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(known, key) ? known[key] : undefined;
    if (check === undefined)
      refuseOption(who, `has no option "${key}"${didYouMean(key, Object.keys(known))}`, key);
    const [what, isRight, isSecret = false] = check;
    if (!isRight(value))
      refuseOption(who, `takes ${what} as its ${key}${isSecret ? '' : `, not ${describe(value)}`}`, key);
  }
}

export function refuseOption(who: string, problem: string, option: string | null = null): never {
  throw new HooklineError('option-invalid', `${who} ${problem}`, option);
}
