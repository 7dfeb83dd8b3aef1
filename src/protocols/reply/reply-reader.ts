import { ask, type Effect, notify, restrains } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { cutEnd } from '../../engine/values/cut-text.ts';
import { copyJson, type Json } from '../../engine/values/json.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { WireCall } from '../protocol.ts';
import { blockEffects, isDenial } from './block.ts';

/** `unclear`: what the reply decides could not be understood. */
type Problem = 'invalid' | 'unclear';

/** Collects effects and problems, so one bad field doesn't hide a deny in another. */
export class ReplyReader {
  readonly call: WireCall;
  readonly #effects: Effect[] = [];
  readonly #problems: { readonly kind: Problem; readonly message: string }[] = [];

  constructor(call: WireCall) {
    this.call = call;
  }

  get effects(): readonly Effect[] {
    return this.#effects;
  }

  add(...effects: readonly Effect[]): void {
    this.#effects.push(...effects);
  }

  invalid(message: string): void {
    this.#problems.push({ kind: 'invalid', message });
  }

  unclear(message: string): void {
    this.#problems.push({ kind: 'unclear', message });
  }

  doubt(message: string): void {
    if (this.call.context.guard === true) this.unclear(message);
    else this.add(notify(message, 'warning'));
  }

  finish(): readonly Effect[] {
    const unclear = this.#problems.filter(({ kind }) => kind === 'unclear');
    const invalid = this.#problems.filter(({ kind }) => kind === 'invalid');
    const messages = [...unclear, ...invalid].map(({ message }) => message);
    if (messages.length === 0) return this.#effects;
    const kind = unclear.length > 0 ? 'unclear' : 'invalid';
    throw new HookFailure(kind, messages.slice(0, 3).join('; '), this.#effects.filter(restrains));
  }
}

export class FieldReader {
  readonly reader: ReplyReader;
  readonly #fields: Fields;
  readonly #prefix: string;

  constructor(reader: ReplyReader, fields: Fields, prefix = '') {
    this.reader = reader;
    this.#fields = fields;
    this.#prefix = prefix;
  }

  get names(): readonly string[] {
    return Object.keys(this.#fields);
  }

  value(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined;
  }

  nameOf(name: string): string {
    return `${this.#prefix}${name}`;
  }

  text(name: string): string | undefined {
    return this.#typed(name, 'text', (value) => typeof value === 'string');
  }

  number(name: string): number | undefined {
    return this.#typed(name, 'a number', (value) => typeof value === 'number');
  }

  flag(name: string): boolean | undefined {
    return this.#typed(name, 'true or false', (value) => typeof value === 'boolean');
  }

  decidingFlag(name: string): boolean | undefined {
    return this.#typed(name, 'true or false', (value) => typeof value === 'boolean', 'unclear');
  }

  decision<Word extends string>(name: string, words: readonly Word[], reason?: string): Word | undefined {
    const word = this.word(name, words, 'unclear');
    if (word !== undefined) return word;
    const value = this.value(name);
    if (isDenial('decision', value)) this.reader.add(...blockEffects(this.reader.call.point, reason));
    else if (value === 'ask') this.reader.add(ask(reason));
    return undefined;
  }

  word<Word extends string>(
    name: string,
    words: readonly Word[],
    problem: Problem = 'invalid',
  ): Word | undefined {
    const value = this.value(name);
    const hint = typeof value === 'string' ? didYouMean(value, words) : '';
    return this.#typed(name, oneOf(words), (given) => words.includes(given as Word), problem, hint);
  }

  object(name: string): FieldReader | undefined {
    const value = this.#typed<Fields>(name, 'an object', isObject);
    return value === undefined ? undefined : new FieldReader(this.reader, value, `${this.nameOf(name)}.`);
  }

  #typed<Value>(
    name: string,
    expected: string,
    isTyped: (value: unknown) => boolean,
    problem: Problem = 'invalid',
    hint = '',
  ): Value | undefined {
    const value = this.value(name);
    if (value === undefined || isTyped(value)) return value as Value | undefined;
    this.reader[problem](`answered ${this.nameOf(name)} ${show(value)} instead of ${expected}${hint}`);
    return undefined;
  }

  /** Undefined where absent, too deeply nested, or able to pollute a prototype. */
  json(name: string): Json | undefined {
    if (!Object.hasOwn(this.#fields, name)) return undefined;
    return asJson(this.reader, this.nameOf(name), this.#fields[name]);
  }

  jsonObject(name: string): Json | undefined {
    const value = this.#typed<Fields>(name, 'an object', isObject);
    return value === undefined ? undefined : asJson(this.reader, this.nameOf(name), value);
  }
}

export function asJson(reader: ReplyReader, name: string, value: unknown): Json | undefined {
  try {
    return copyJson(value);
  } catch (problem) {
    reader.invalid(`answered ${name} that cannot be used: ${HookFailure.from(problem, 'invalid').message}`);
    return undefined;
  }
}

function oneOf(words: readonly string[]): string {
  return words.length === 1 ? `"${words[0]}"` : `one of ${words.join(', ')}`;
}

export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cutEnd(value, 60));
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
