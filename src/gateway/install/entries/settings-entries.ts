import { isDeepStrictEqual } from 'node:util';
import { type Fields, isObject, keysOf, valueAt } from '../../../engine/values/shapes.ts';
import type { EntryLayout } from '../../agents/agent-product.ts';
import { claudeLayout } from '../../agents/shared-rows.ts';
import { isHookLine } from '../hook-line.ts';
import { readToml } from '../trust/toml-tables.ts';
import { JsonEdit } from './json-edit.ts';
import { mergeToml, withoutToml } from './toml-entries.ts';

/** One of hookline's entries in an agent's settings. */
export interface OwnEntry {
  readonly event: string;
  /** Its group in the event's list. In a layout without groups, the entry's own index. */
  readonly group: number;
  readonly index: number;
  readonly path: readonly (string | number)[];
  readonly handler: Fields;
  readonly line: string;
  /** Its group is only for some of the calls. */
  readonly narrowed: boolean;
}

/** The handler that each event is to have. */
export type WantedHandlers = ReadonlyMap<string, Fields>;

/** Puts hookline's handlers into an agent's settings. A second run changes nothing. */
export function mergeEntries(
  file: string,
  text: string,
  wanted: WantedHandlers,
  layout: EntryLayout = claudeLayout,
): string {
  if (layout.format === 'toml') return mergeToml(file, text, wanted, layout);
  if (text.trim() === '') return wanted.size === 0 ? text : newFile(wanted, layout);
  const edit = new JsonEdit(file, text);
  checkShape(edit, wanted.keys(), layout);
  edit.refuseRepeated();
  const present = new Set<string>();
  for (const entry of ownEntries(edit.value, layout).reverse()) {
    const { event, path, handler, narrowed } = entry;
    const right = wanted.get(event);
    // The first of several stays; the last is edited first, so the paths of the others stay right.
    const [first] = ownEntries(edit.value, layout).filter((other) => other.event === event);
    if (right === undefined || !isDeepStrictEqual(first?.path, path) || narrowed)
      removeEntry(edit, entry, layout);
    else {
      present.add(event);
      if (!isDeepStrictEqual(handler, right)) edit.replace(path, right);
    }
  }
  for (const [event, handler] of wanted) if (!present.has(event)) addEntry(edit, event, handler, layout);
  return edit.text;
}

/** Removes hookline's handlers, and the groups, lists and objects that this leaves empty. */
export function removeEntries(file: string, text: string, layout: EntryLayout = claudeLayout): string {
  if (layout.format === 'toml') return withoutToml(text);
  if (text.trim() === '') return text;
  const edit = new JsonEdit(file, text);
  checkShape(edit, [], layout);
  for (const entry of ownEntries(edit.value, layout).reverse()) removeEntry(edit, entry, layout);
  return edit.text;
}

/** What a settings file says. */
export function settingsIn(file: string, text: string, { format }: EntryLayout): unknown {
  if (text.trim() === '') return null;
  return format === 'toml' ? readToml(file, text) : new JsonEdit(file, text).value;
}

/** Hookline's entries, in the order of the file. */
export function ownEntries(settings: unknown, layout: EntryLayout = claudeLayout): OwnEntry[] {
  const root = rootOf(layout);
  const events = valueAt(settings, root);
  const { eventField } = layout;
  if (eventField !== undefined)
    return listOf(events).flatMap((item, group) => {
      const event = isObject(item) ? String(item[eventField]) : '';
      return entryAt(item, { event, group, index: 0, path: [...root, group], narrowed: isNarrow(item) });
    });
  return Object.entries(isObject(events) ? events : {}).flatMap(([event, list]) =>
    listOf(list).flatMap((item, group) => {
      const path = [...root, event, group];
      if (!layout.grouped) return entryAt(item, { event, group, index: 0, path, narrowed: isNarrow(item) });
      return listOf(isObject(item) ? item['hooks'] : []).flatMap((handler, index) =>
        entryAt(handler, {
          event,
          group,
          index,
          path: [...path, 'hooks', index],
          narrowed: isNarrow(item),
        }),
      );
    }),
  );
}

function entryAt(handler: unknown, place: Omit<OwnEntry, 'handler' | 'line'>): OwnEntry[] {
  if (!isObject(handler)) return [];
  const line = Object.values(handler)
    .flatMap((value) => (isObject(value) ? Object.values(value) : [value]))
    .find(isHookLine);
  return typeof line === 'string' ? [{ ...place, handler, line }] : [];
}

/** Agents treat these three matchers as none; any other one leaves calls out. */
function isNarrow(group: unknown): boolean {
  return isObject(group) && ![undefined, '', '*'].some((all) => group['matcher'] === all);
}

function rootOf({ key }: EntryLayout): readonly string[] {
  return key === null ? [] : [key];
}

function newFile(wanted: WantedHandlers, layout: EntryLayout): string {
  if (layout.eventField !== undefined && layout.key !== null)
    return `${JSON.stringify({ ...layout.base, [layout.key]: [...wanted.values()] }, null, 2)}\n`;
  const events = Object.fromEntries([...wanted].map(([event, handler]) => [event, [item(handler, layout)]]));
  const file = { ...layout.base, ...(layout.key === null ? events : { [layout.key]: events }) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function item(handler: Fields, { grouped }: EntryLayout): Fields {
  return grouped ? { hooks: [handler] } : handler;
}

function addEntry(edit: JsonEdit, event: string, handler: Fields, layout: EntryLayout): void {
  const root = rootOf(layout);
  const added = item(handler, layout);
  const events = valueAt(edit.value, root);
  if (layout.key !== null && layout.eventField !== undefined) {
    if (events === undefined) edit.add([], layout.key, [handler]);
    else edit.add(root, null, handler);
  } else if (layout.key !== null && !isObject(events)) edit.add([], layout.key, { [event]: [added] });
  else if (!isObject(events) || !Object.hasOwn(events, event)) edit.add(root, event, [added]);
  else edit.add([...root, event], null, added);
}

function removeEntry(edit: JsonEdit, { event, group, path }: OwnEntry, layout: EntryLayout): void {
  const root = rootOf(layout);
  const levels = layout.eventField === undefined ? [path, [...root, event, group], [...root, event]] : [path];
  const level = levels.find((steps) => sizeOf(valueAt(edit.value, steps.slice(0, -1))) > 1);
  edit.remove(level ?? (layout.key === null ? [event] : root));
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : keysOf(value).length;
}

function checkShape(edit: JsonEdit, events: Iterable<string>, layout: EntryLayout): void {
  const { value } = edit;
  if (!isObject(value)) edit.refuse([], 'these settings are not an object');
  const root = rootOf(layout);
  const hooks = valueAt(value, root);
  if (hooks === undefined) return;
  if (layout.eventField !== undefined) {
    if (!Array.isArray(hooks)) edit.refuse(root, `"${layout.key}" is not a list of hooks`);
    return;
  }
  if (!isObject(hooks)) edit.refuse(root, `"${layout.key}" is not an object of events`);
  for (const event of events) {
    if (Object.hasOwn(hooks, event) && !Array.isArray(hooks[event]))
      edit.refuse([...root, event], `"${event}" is not a list of hooks`);
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
