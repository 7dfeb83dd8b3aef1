import { z } from 'zod';
import { readDuration } from '../../engine/values/duration.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe } from '../../engine/values/text.ts';

export function wants(what: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => {
    if (input === undefined) return `is missing: it takes ${what}`;
    return input === null ? `is empty: it takes ${what}` : `takes ${what}, not ${describe(input)}`;
  };
}

/** The same for values that are often secrets and must not be shown. */
export function wantsUnseen(what: string): () => string {
  return () => `takes ${what}`;
}

export const text = (what = 'text'): z.ZodString =>
  z.string({ error: wants(what) }).min(1, { error: wants(what) });
/** A list of text; a text in it may be empty. */
export const texts = (what: string): z.ZodArray<z.ZodString> =>
  z.array(z.string({ error: wants('text') }), { error: wants(what) });
export const fields = (what: string): z.ZodRecord<z.ZodString, z.ZodUnknown> =>
  z.record(z.string(), z.unknown(), { error: wants(what) });
export const secretTexts = (of = 'text'): z.ZodRecord<z.ZodString, z.ZodString> =>
  z.record(z.string(), z.string({ error: wantsUnseen(of) }), {
    error: wantsUnseen('names with text values'),
  });
export const address = (): z.ZodString => {
  const error = wants('an address that starts with http:// or https://');
  return z.string({ error }).regex(/^https?:\/\//, { error });
};
export const flag = (): z.ZodBoolean => z.boolean({ error: wants('true or false') });
export const count = (): z.ZodNumber =>
  z
    .number({ error: wants('a whole number above 0') })
    .int({ error: wants('a whole number above 0') })
    .positive({
      error: wants('a whole number above 0'),
    });
export const choice = <const Words extends readonly string[]>(
  words: Words,
): z.ZodEnum<{ [W in Words[number]]: W }> => {
  const wanted = wants(`one of ${words.join(', ')}`);
  return z.enum(words, {
    error: ({ input }) => `${wanted({ input })}${typeof input === 'string' ? didYouMean(input, words) : ''}`,
  });
};

export function textOrTexts(what: string): z.ZodUnion<[z.ZodString, z.ZodArray<z.ZodString>]> {
  return z.union([text(), z.array(text())], { error: wants(what) });
}

export function duration(unit: 'seconds' | 'milliseconds'): z.ZodUnion<readonly [z.ZodNumber, z.ZodString]> {
  const error = wants(`a number of ${unit} above 0, or text such as "500ms", "30s", "5m"`);
  const withUnit = /^\s*\d{1,15}(\.\d{1,15})?\s*(ms|s|m|h)\s*$/;
  return z
    .union(
      [
        z.number({ error }).positive({ error, abort: true }),
        z.string({ error }).regex(withUnit, { error, abort: true }),
      ],
      {
        error,
      },
    )
    .refine((value) => isTimerLong(value, unit), { error: wants('at least 1 ms and at most 24 days') });
}

function isTimerLong(value: number | string, unit: 'seconds' | 'milliseconds'): boolean {
  try {
    return readDuration(value, unit) >= 1;
  } catch {
    return false;
  }
}

/** A key that may be left out, with its meaning and, where it's fixed, its default. */
export function may<Schema extends z.ZodType>(
  schema: Schema,
  meaning: string,
  byDefault?: unknown,
): z.ZodOptional<Schema> {
  const key = schema.optional().describe(meaning);
  return byDefault === undefined ? key : key.meta({ default: byDefault });
}
