import { type Effect, inject, restrains } from '../../engine/outcome/effects.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { WireCall } from '../protocol.ts';
import { readWritten } from '../reply/json-reply.ts';
import { type ReadFields, readableIn } from '../reply/read-reply.ts';

/**
 * What a command wrote behind a first line `{"async": true}`, or null when there is no such line. In Claude Code that
 * line lets the action go ahead while the same process works on; it is never run a second time.
 */
export function lateOutput(text: string): string | null {
  const end = text.indexOf('\n');
  return end >= 0 && isAsyncLine(text.slice(0, end)) ? text.slice(end + 1) : null;
}

export function isAsyncLine(line: string): boolean {
  const first = readWritten(line);
  return first.kind === 'json' && isObject(first.value) && first.value['async'] === true;
}

/**
 * A late output tells the model something, also by `systemMessage`; its plain text is dropped. What it decides comes too
 * late, but where the firing has waited for a guard all the same, what holds back counts.
 */
export function readLate(text: string, call: WireCall, read: ReadFields): readonly Effect[] {
  const written = readWritten(text);
  if (written.kind === 'nothing') return [];
  const values = written.kind === 'json' ? [written.value].flat() : written.found;
  const messages = written.kind === 'json' && isObject(written.value) ? [written.value['systemMessage']] : [];
  return [
    ...messages.filter((content) => typeof content === 'string').map((content) => inject(content)),
    ...readableIn(values, call, read).filter((effect) => effect.type === 'inject' || restrains(effect)),
  ];
}
