import type { Readable } from 'node:stream';
import { maxMessageBytes } from '../../mcp/limits.ts';
import { LineReader } from '../../processes/line-reader.ts';

export interface SseEvent {
  readonly id: string | null;
  readonly data: string;
  readonly rest: readonly string[];
}

/** Throws at an event that is too long. */
export async function* eventsOf(stream: Readable): AsyncGenerator<SseEvent> {
  const reader = new LineReader(maxMessageBytes);
  let fields: string[] = [];
  let length = 0;
  for await (const chunk of stream)
    for (const line of reader.read(chunk as Buffer)) {
      const field = line.endsWith('\r') ? line.slice(0, -1) : line;
      length += field.length;
      if (length > maxMessageBytes) throw new Error('an event is too long');
      if (field !== '') fields.push(field);
      else {
        if (fields.length > 0) yield eventOf(fields);
        fields = [];
        length = 0;
      }
    }
}

function eventOf(fields: readonly string[]): SseEvent {
  const valuesOf = (name: string): readonly string[] =>
    fields
      .filter((field) => isField(field, name))
      .map((field) => field.slice(name.length + 1).replace(/^ /, ''));
  return {
    id: valuesOf('id').at(-1) ?? null,
    data: valuesOf('data').join('\n'),
    rest: fields.filter((field) => !isField(field, 'id') && !isField(field, 'data')),
  };
}

function isField(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}:`);
}

export function eventText({ id, data, rest }: SseEvent): string {
  const lines = [
    ...rest,
    ...(id === null ? [] : [`id: ${id}`]),
    ...data.split('\n').map((line) => `data: ${line}`),
  ];
  return `${lines.join('\n')}\n\n`;
}
