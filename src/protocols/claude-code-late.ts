import { type Effect, inject, notify } from '../engine/effects.ts';
import type { WireCall } from '../handlers/handler.ts';
import { isDenial } from './deciding-fields.ts';
import { readWritten } from './json-reply.ts';
import { isObject } from './reply-reader.ts';

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

/** A late output can only tell the model something; whatever it decides comes too late, and the person is told so. */
export function readLate(text: string, { point }: WireCall): readonly Effect[] {
  const written = readWritten(text);
  if (written.kind !== 'json' || !isObject(written.value)) return [];
  const output = written.value;
  const specific = output['hookSpecificOutput'];
  const effects: Effect[] = [
    output['systemMessage'],
    isObject(specific) ? specific['additionalContext'] : undefined,
  ]
    .filter((content) => typeof content === 'string')
    .map((content) => inject(content));
  if (['decision', 'hookSpecificOutput'].some((name) => isDenial(name, output[name]))) {
    effects.push(
      notify(`a refusal at ${point.name} came too late: the hook had answered async: true`, 'warning'),
    );
  }
  return effects;
}
