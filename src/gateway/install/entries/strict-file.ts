import { HooklineError } from '../../../engine/values/errors.ts';
import { lookUp } from '../../../engine/values/look-up.ts';
import { isObject, valueAt } from '../../../engine/values/shapes.ts';
import { describe } from '../../../engine/values/text.ts';
import type { AgentProduct, EntryLayout, StrictFile } from '../../agents/agent-product.ts';
import { settingsIn } from './settings-entries.ts';

/** Reads a file of hooks as its agent does. Throws for one wrong entry where that switches off every hook, and so hookline's. */
export function checkAsAgent({ title, files: { layout } }: AgentProduct, file: string, text: string): void {
  if (layout === 'plugin' || layout.strict === undefined || text.trim() === '') return;
  const wrong = mistakeIn(settingsIn(file, text, layout), layout.strict, layout);
  if (wrong === null) return;
  throw new HooklineError(
    'config-invalid',
    `${file}: ${wrong}. ${title} would run none of the hooks in this file. Fix that first.`,
  );
}

function mistakeIn(
  settings: unknown,
  strict: StrictFile,
  { key, grouped, eventField }: EntryLayout,
): string | null {
  for (const [name, value] of Object.entries(strict.root ?? {}))
    if (valueAt(settings, [name]) !== value) return `"${name}" is not ${JSON.stringify(value)}`;
  const { without } = strict;
  const text = without === undefined ? undefined : textsIn(settings).find((one) => one.includes(without));
  if (text !== undefined) return `the text ${JSON.stringify(text.slice(0, 80))} has "${without}" in it`;
  const hooks = (key === null ? settings : valueAt(settings, [key])) ?? {};
  const entries = isObject(hooks)
    ? Object.entries(hooks)
    : Array.isArray(hooks) && eventField !== undefined
      ? hooks.map((entry) => [String(valueAt(entry, [eventField])), [entry]] as const)
      : null;
  if (entries === null) return `"${key}" is ${describe(hooks)}`;
  for (const [event, list] of entries) {
    if (strict.events?.split(' ').includes(event) === false) return `it knows no event "${event}"`;
    if (!Array.isArray(list)) return `"${event}" is not a list`;
    for (const [index, item] of list.entries()) {
      const wrong = grouped ? groupMistake(item, strict) : entryMistake(item, strict);
      if (wrong !== null) return `entry ${index + 1} of ${event} ${wrong}`;
    }
  }
  return null;
}

function groupMistake(group: unknown, strict: StrictFile): string | null {
  if (!isObject(group) || !Array.isArray(group['hooks'])) return 'has no list "hooks"';
  const wrong = group['hooks'].map((entry) => entryMistake(entry, strict)).find((one) => one !== null);
  return wrong ?? matcherMistake(group['matcher']);
}

function entryMistake(entry: unknown, { fields, required, closed }: StrictFile): string | null {
  if (!isObject(entry)) return `is ${describe(entry)}, not an object`;
  const missing = required.find((name) => !Object.hasOwn(entry, name));
  if (missing !== undefined) return `has no "${missing}"`;
  for (const [name, value] of Object.entries(entry)) {
    const type = lookUp(fields, name);
    if (type === undefined && closed === true) return `has the unknown key "${name}"`;
    if (type !== undefined && typeof value !== type) return `has a "${name}" that is ${describe(value)}`;
  }
  return matcherMistake(entry['matcher']);
}

function matcherMistake(matcher: unknown): string | null {
  try {
    if (matcher !== undefined) new RegExp(String(matcher));
    return null;
  } catch {
    return `has a matcher that is no pattern: ${JSON.stringify(matcher)}`;
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
