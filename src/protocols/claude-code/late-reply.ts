import { type Effect, inject, restrains } from '../../engine/outcome/effects.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { WireCall } from '../protocol.ts';
import { readWritten } from '../reply/json-reply.ts';
import { type ReadFields, readableIn } from '../reply/reply-reader.ts';

/**
 * What a command wrote behind a first line `{"async": true}`, or null when there is no such line. In Claude Code that
 * line lets the action go ahead while the same process works on; it is never run a second time.
 */
export function lateOutput(text: string): string | null {
  const end = text.indexOf('\n');
  if (end < 0) return null;
  const first = readWritten(text.slice(0, end));
  const isAsync = first.kind === 'json' && isObject(first.value) && first.value['async'] === true;
  return isAsync ? text.slice(end + 1) : null;
}

/**
 * A late output tells the model something. In the product whatever it decides comes too late; here the firing has waited
 * for the process anyway, so what holds back counts. A late grant or rewrite does not.
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
