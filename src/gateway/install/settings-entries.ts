import { isDeepStrictEqual } from 'node:util';
import { type Fields, isObject, keysOf, valueAt } from '../../engine/values/shapes.ts';
import { isHookLine } from './hook-line.ts';
import { JsonEdit } from './json-edit.ts';

/** One of hookline's handlers in an agent's settings, and where it stands. */
export interface OwnEntry {
  readonly event: string;
  readonly group: number;
  readonly index: number;
  readonly handler: Fields;
  /** Whether its group is only for some of the calls. */
  readonly narrowed: boolean;
}

/** The handler that each event is to have. */
export type WantedHandlers = ReadonlyMap<string, Fields>;

/** Puts hookline's handlers into an agent's settings. What is right already stays as it is, so that twice is once. */
export function mergeEntries(path: string, text: string, wanted: WantedHandlers): string {
  const hooks = Object.fromEntries([...wanted].map(([event, handler]) => [event, [groupOf(handler)]]));
  if (text.trim() === '') return wanted.size === 0 ? text : `${JSON.stringify({ hooks }, null, 2)}\n`;
  const edit = new JsonEdit(path, text);
  checkShape(edit, wanted.keys());
  edit.refuseRepeated();
  const kept = new Set<string>();
  for (const entry of ownEntries(edit.value).reverse()) {
    const { event, group, index, handler, narrowed } = entry;
    const right = wanted.get(event);
    // From behind, so that the places of those before it stay. The first of several is the one that remains.
    const isFirst = !ownEntries(edit.value).some(
      (other) =>
        other.event === event && (other.group < group || (other.group === group && other.index < index)),
    );
    if (right === undefined || !isFirst || narrowed) removeEntry(edit, entry);
    else {
      kept.add(event);
      if (!isDeepStrictEqual(handler, right)) edit.replace(['hooks', event, group, 'hooks', index], right);
    }
  }
  for (const [event, handler] of wanted) if (!kept.has(event)) addEntry(edit, event, handler);
  return edit.text;
}

/** Takes hookline's handlers out, and what they leave empty. */
export function removeEntries(path: string, text: string): string {
  if (text.trim() === '') return text;
  const edit = new JsonEdit(path, text);
  checkShape(edit, []);
  for (const entry of ownEntries(edit.value).reverse()) removeEntry(edit, entry);
  return edit.text;
}

/** Hookline's handlers, in the order of the file. */
export function ownEntries(settings: unknown): OwnEntry[] {
  if (!isObject(settings) || !isObject(settings['hooks'])) return [];
  return Object.entries(settings['hooks']).flatMap(([event, groups]) =>
    listOf(groups).flatMap((one, group) =>
      (isObject(one) ? listOf(one['hooks']) : []).flatMap((handler, index) =>
        isObject(handler) && isHookLine(handler['command'])
          ? [{ event, group, index, handler, narrowed: isNarrow(one) }]
          : [],
      ),
    ),
  );
}

/** A matcher leaves calls out, unless it is one of those that agents take for none. */
function isNarrow(group: unknown): boolean {
  return isObject(group) && ![undefined, '', '*'].some((all) => group['matcher'] === all);
}

function groupOf(handler: Fields): Fields {
  return { hooks: [handler] };
}

function addEntry(edit: JsonEdit, event: string, handler: Fields): void {
  const hooks = isObject(edit.value) ? edit.value['hooks'] : undefined;
  if (!isObject(hooks)) edit.add([], 'hooks', { [event]: [groupOf(handler)] });
  else if (!Object.hasOwn(hooks, event)) edit.add(['hooks'], event, [groupOf(handler)]);
  else edit.add(['hooks', event], null, groupOf(handler));
}

/** What the handler leaves empty goes with it. */
function removeEntry(edit: JsonEdit, { event, group, index }: OwnEntry): void {
  const levels: readonly (readonly (string | number)[])[] = [
    ['hooks', event, group, 'hooks', index],
    ['hooks', event, group],
    ['hooks', event],
  ];
  const level = levels.find((path) => sizeOf(valueAt(edit.value, path.slice(0, -1))) > 1);
  edit.remove(level ?? ['hooks']);
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : keysOf(value).length;
}

function checkShape(edit: JsonEdit, events: Iterable<string>): void {
  const { value } = edit;
  if (!isObject(value)) edit.refuse([], 'these settings are not an object');
  const hooks = value['hooks'];
  if (hooks === undefined) return;
  if (!isObject(hooks)) edit.refuse(['hooks'], '"hooks" is not an object of events');
  for (const event of events) {
    if (Object.hasOwn(hooks, event) && !Array.isArray(hooks[event]))
      edit.refuse(['hooks', event], `"${event}" is not a list of hooks`);
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
