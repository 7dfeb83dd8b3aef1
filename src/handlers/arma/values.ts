import { cutEndCounted } from '../../engine/values/cut-text.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { describe } from '../../engine/values/text.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import type { ArmaVariable, ArmaWord } from './hook.ts';

const maxShown = 10_000;

/** The values of a line's variables in one call: fields of the context, then of the event. */
export class ArmaValues {
  readonly #context: Fields;

  constructor(protocol: Protocol, call: WireCall) {
    const own = call.point.fields.map((field) => field.replace(/\?$/, ''));
    const event = own.filter((field) => Object.hasOwn(call.input, field));
    this.#context = {
      ...Object.fromEntries(event.map((field) => [field, call.input[field]])),
      ...protocol.encode(call),
    };
  }

  text(word: ArmaWord): string {
    return this.#join(word, (text) => text);
  }

  /** The same for people: a long value is cut. */
  shown(word: ArmaWord): string {
    return this.#join(word, (text) => cutEndCounted(text, maxShown));
  }

  /** A single variable without quotes keeps its type. Every other word is text. */
  value(word: ArmaWord): unknown {
    const [only, ...others] = word.parts;
    const isVariable = only?.kind === 'variable' && !only.quoted && others.length === 0;
    const value = isVariable ? this.#look(only) : undefined;
    return value === undefined ? this.text(word) : value;
  }

  #join({ parts }: ArmaWord, prepare: (text: string) => string): string {
    return parts
      .map((part) => (part.kind === 'text' ? part.text : prepare(asText(this.#look(part)))))
      .join('');
  }

  #look({ path }: ArmaVariable): unknown {
    let value: unknown = this.#context;
    for (const field of path) {
      // Only own fields: a length or a constructor is none.
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined;
      value = (value as Fields)[field];
    }
    return value;
  }
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return describe(value);
  }
}
