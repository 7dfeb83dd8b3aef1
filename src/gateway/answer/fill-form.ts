import type { Json } from '../../engine/values/json.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { Form } from '../agents/agent-product.ts';

type Filled = { [key: string]: unknown };

function fill(form: Json, words: Readonly<Record<string, unknown>>): unknown {
  if (typeof form === 'string') return Object.hasOwn(words, form) ? words[form] : form;
  if (Array.isArray(form)) return form.map((item: Json) => fill(item, words));
  if (!isObject(form)) return form;
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, fill(value as Json, words)]));
}

export function fillForms(forms: readonly Form[], words: Readonly<Record<string, unknown>>): Filled {
  const answer: Filled = {};
  for (const form of forms) for (const [key, value] of Object.entries(form)) put(answer, key, value, words);
  return answer;
}

/** Forms meet only in the objects of the tables; filled-in values are never merged. */
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
