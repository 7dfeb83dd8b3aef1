import type { NamedDeclaration } from '../config/load/declaration.ts';
import type { Point } from '../engine/points/point-types.ts';
import { lookUp } from '../engine/values/look-up.ts';
import { isObject } from '../engine/values/shapes.ts';
import type { Event } from './complete-event.ts';

const toolInputs: Readonly<Record<string, Event>> = {
  Bash: { command: 'echo hello' },
  Read: { file_path: 'README.md' },
  Write: { file_path: 'notes.txt', content: 'hello' },
  Edit: { file_path: 'notes.txt', old_string: 'hello', new_string: 'hello world' },
  MultiEdit: { file_path: 'notes.txt', edits: [{ old_string: 'hello', new_string: 'hello world' }] },
  NotebookEdit: { notebook_path: 'notes.ipynb', new_source: 'hello' },
  Glob: { pattern: '*.md' },
  Grep: { pattern: 'hello' },
  LS: { path: '.' },
  WebFetch: { url: 'https://example.com/', prompt: 'hello' },
  WebSearch: { query: 'hello' },
  Task: { description: 'say hello', prompt: 'say hello', subagent_type: 'explore' },
  TodoWrite: { todos: [] },
};

const fieldValues: Readonly<Record<string, unknown>> = {
  stop_hook_active: false,
  is_interrupt: false,
  config: {},
};

const plainValues: Readonly<Record<string, string>> = {
  command: 'echo hello',
  cmd: 'echo hello',
  file_path: 'notes.txt',
  path: 'notes.txt',
  notebook_path: 'notes.ipynb',
  url: 'https://example.com/',
};

export function harmlessEvents({ point, matcher }: NamedDeclaration): readonly Event[] {
  const { matches } = point;
  const events = eventsOf(point);
  if (matcher.all || matches === null) return events;
  const own = events.filter((event) => matcher.matches(String(event[matches])));
  if (own.length > 0) return own;
  return (matcher.literals ?? []).map((name) => ({
    ...events[0],
    [matches]: name,
    ...(matches === 'tool_name' && { tool_input: {} }),
  }));
}

export function plainEvent({ matches }: Point, event: Readonly<Event>): Event {
  return Object.fromEntries(
    Object.entries(event).map(([key, value]) => [key, key === matches ? value : plain(key, value)]),
  );
}

function plain(key: string, value: unknown): unknown {
  if (typeof value === 'string') return lookUp(plainValues, key) ?? 'hello';
  if (Array.isArray(value)) return value.map((item: unknown) => plain(key, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(name, item)]));
}

function eventsOf(point: Point): readonly Event[] {
  const fields = point.fields.filter((field) => !field.endsWith('?'));
  const base = Object.fromEntries(fields.map((field) => [field, lookUp(fieldValues, field) ?? 'hello']));
  if (point.matches === 'tool_name')
    return Object.entries(toolInputs).map(([tool, input]) => ({
      ...base,
      tool_name: tool,
      ...(fields.includes('tool_input') && { tool_input: input }),
    }));
  if (point.values !== null && point.matches !== null) {
    const { matches } = point;
    return point.values.map((value) => ({ ...base, [matches]: value }));
  }
  // An agent that was told to go on once may stop now.
  return 'stop_hook_active' in base ? [base, { ...base, stop_hook_active: true }] : [base];
}
