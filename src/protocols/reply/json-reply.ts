import { objectsInText } from './objects-in-text.ts';
import { parseStrictly } from './parse-loosely.ts';

/** The output of a process, for a wire. */
export type Written =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Not one JSON value; `found` is every JSON object that stands in it all the same. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly found: readonly unknown[];
      /** False when the text was too tangled to be searched to the end: `found` may lack something. */
      readonly complete: boolean;
    };

/** Reads one JSON value. White space and a byte order mark around it are allowed. */
export function readWritten(output: string): Written {
  const text = output.trim();
  if (text === '') return { kind: 'nothing' };
  const value = parseStrictly(text);
  return value === undefined
    ? { kind: 'text', text, ...objectsInText(text) }
    : { kind: 'json', value: value.parsed };
}
