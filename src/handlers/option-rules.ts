import { HooklineError } from '../engine/errors.ts';
import { didYouMean } from '../engine/suggest.ts';

type Check = readonly [what: string, isRight: (value: unknown) => boolean];

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

type Word = 'text' | 'texts' | 'truth' | 'count' | 'map';

const checks: Readonly<Record<Word, Check>> = {
  text: ['text', isText],
  texts: ['text or a list of text', (value) => [value].flat().every(isText)],
  truth: ['true or false', (value) => typeof value === 'boolean'],
  count: ['a whole number above 0', (value) => Number.isInteger(value) && Number(value) > 0],
  map: [
    'names with text values',
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every((field) => typeof field === 'string'),
  ],
};

/** What each option of a handler must be. */
export type OptionRules<Options> = { readonly [K in keyof Required<Options>]: Word };

/** Throws at the first option that the handler does not have or cannot use. */
export function checkOptions<Options extends object>(
  type: string,
  options: Options,
  rules: OptionRules<Options>,
): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(rules, name)) {
      throw new HooklineError(
        'option-invalid',
        `a ${type} handler has no option "${name}"${didYouMean(name, Object.keys(rules))}`,
      );
    }
    const [what, isRight] = checks[rules[name as keyof Options]];
    if (isRight(value)) continue;
    throw new HooklineError('option-invalid', `a ${type} handler takes ${what} as its ${name}`);
  }
  if (!('handler' in options)) throw new HooklineError('option-invalid', `a ${type} handler needs "handler"`);
}
