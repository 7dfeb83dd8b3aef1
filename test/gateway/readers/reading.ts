import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../src/engine/values/shapes.ts';
import type { AgentAnswer } from '../../../src/gateway/answer/answer-text.ts';
import type { AgentCall } from '../../../src/gateway/payload/read-call.ts';

/** What an agent does after an answer, by what is known of it: nothing here comes from the tables of hookline. */
export interface Reading {
  /** Why the agent takes the answer for broken, so that it counts for nothing; null where it does not. */
  readonly broken: string | null;
  /** What was announced does not happen. */
  readonly held: boolean;
  readonly asked: boolean;
  /** What it does has another input, or the model sees another output. */
  readonly replaced: unknown;
  readonly hidden: boolean;
  readonly goesOn: boolean;
  readonly ends: boolean;
  /** What the model is told. */
  readonly context: string | null;
  /** What the person is told. */
  readonly notice: string | null;
}

export type Reader = (call: AgentCall, answer: AgentAnswer) => Reading;

export const goesAhead: Reading = {
  broken: null,
  held: false,
  asked: false,
  replaced: undefined,
  hidden: false,
  goesOn: false,
  ends: false,
  context: null,
  notice: null,
};

export const broken = (why: string): Reading => ({ ...goesAhead, broken: why });

type Check = (value: unknown) => boolean;

export const text: Check = (value) => typeof value === 'string' && !/\p{Surrogate}/u.test(value);
export const filled: Check = (value) => text(value) && String(value).trim() !== '';
export const anything: Check = () => true;
export const oneOf =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.some((word) => isDeepStrictEqual(word, value));

/** Whether an object has these fields alone, each as it must be. A field with `?` may be missing. */
export function isExactly(value: unknown, fields: Readonly<Record<string, Check>>): boolean {
  if (!isObject(value)) return false;
  const names = new Set(Object.keys(fields).map((name) => name.replace('?', '')));
  if (Object.keys(value).some((name) => !names.has(name))) return false;
  return Object.entries(fields).every(([name, check]) => {
    const plain = name.replace('?', '');
    return Object.hasOwn(value, plain) ? check(value[plain]) : name.endsWith('?');
  });
}

export const shaped =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isExactly(value, fields);
