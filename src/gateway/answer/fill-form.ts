import type { Json } from '../../engine/values/json.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { Form } from '../agents/agent-product.ts';

type Filled = { [key: string]: unknown };

/** Puts what is said in the places of a form. */
function fill(form: Json, words: Readonly<Record<string, unknown>>): unknown {
  if (typeof form === 'string') return Object.hasOwn(words, form) ? words[form] : form;
  if (Array.isArray(form)) return form.map((item: Json) => fill(item, words));
  if (!isObject(form)) return form;
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, fill(value as Json, words)]));
}

/** One object of several filled forms; where two say the same key, the later one counts. */
export function fillForms(forms: readonly Form[], words: Readonly<Record<string, unknown>>): Filled {
  const answer: Filled = {};
  for (const form of forms) for (const [key, value] of Object.entries(form)) put(answer, key, value, words);
  return answer;
}

/** Forms meet only in the objects that the tables hold; what is filled in is never merged. */
function put(target: Filled, key: string, form: Json, words: Readonly<Record<string, unknown>>): void {
  if (!isObject(form)) {
    target[key] = fill(form, words);
    return;
  }
  const { [key]: old } = target;
  const inner: Filled = isObject(old) ? { ...old } : {};
  for (const [name, value] of Object.entries(form)) put(inner, name, value as Json, words);
  target[key] = inner;
}
