import type { Fields } from '../../engine/values/shapes.ts';

const reference = /\$\{([^${}]*)\}/g;
const wholeReference = /^\$\{([^${}]*)\}$/;

/**
 * The input of a tool from its template: `${tool_input.command}` is that value of the event. A text that is nothing but
 * one such reference becomes the value itself, of any type; within other text it is written out. What the event does not
 * have is left out, or empty within text. Values are not searched for references in turn.
 */
export function fillInput(template: Fields, event: Fields): Fields {
  return filledObject(template, event);
}

function filled(template: unknown, event: Fields): unknown {
  if (typeof template === 'string') return filledText(template, event);
  if (Array.isArray(template)) return template.map((item) => filled(item, event) ?? null);
  return typeof template === 'object' && template !== null ? filledObject(template, event) : template;
}

function filledObject(template: object, event: Fields): Fields {
  const entries = Object.entries(template).map(([key, value]) => [key, filled(value, event)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function filledText(template: string, event: Fields): unknown {
  const whole = wholeReference.exec(template);
  if (whole !== null) return valueIn(event, whole[1] ?? '');
  return template.replaceAll(reference, (_, path: string) => textOfValue(valueIn(event, path)));
}

/** Own fields and items only: what every object or list has is no part of an event. */
function valueIn(event: Fields, path: string): unknown {
  let value: unknown = event;
  for (const step of path.trim().split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    if (Array.isArray(value) && step === 'length') return undefined;
    value = (value as Fields)[step];
  }
  return value;
}

function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
