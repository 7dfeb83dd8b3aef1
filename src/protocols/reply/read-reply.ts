import { type Effect, type Postponed, restrains } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { WireCall } from '../protocol.ts';
import { checkAmbiguity } from './ambiguous-reply.ts';
import { FieldReader, ReplyReader, show } from './reply-reader.ts';

/** How one wire reads an object: into the reader, or as the promise of a second run. */
export type ReadFields = (fields: FieldReader) => Postponed | undefined;

/** Reads a JSON value on a wire whose replies are objects. */
export function readReplyValue(
  value: unknown,
  call: WireCall,
  read: ReadFields,
): readonly Effect[] | Postponed | undefined {
  if (value === undefined || value === null) return undefined;
  const reader = new ReplyReader(call);
  const postponed = readInto(reader, value, read);
  const effects = reader.finish();
  return postponed ?? effects;
}

/** Reads a value and ignores its problems. */
function readInto(reader: ReplyReader, value: unknown, read: ReadFields): Postponed | undefined {
  // A value that a function returned can be any object, also one that refuses to be looked at.
  try {
    if (isObject(value)) {
      const fields = new FieldReader(reader, value);
      const postponed = read(fields);
      checkAmbiguity(fields);
      if (postponed !== undefined) contradict(reader);
      return postponed;
    }
    reader.invalid(`answered ${show(value)} instead of an object`);
    if (Array.isArray(value)) reader.add(...restraintsIn(value, reader.call, read));
  } catch (problem) {
    reader.invalid(`answered something that cannot be read: ${HookFailure.from(problem, 'invalid').message}`);
  }
  return undefined;
}

/** The restraining effects in values that are no proper reply, but are part of one. */
export function restraintsIn(
  values: readonly unknown[],
  call: WireCall,
  read: ReadFields,
): readonly Effect[] {
  return readableIn(values, call, read).filter(restrains);
}

/** Everything that can be read in the objects among some values, whatever else is wrong with them. */
export function readableIn(values: readonly unknown[], call: WireCall, read: ReadFields): readonly Effect[] {
  return values.flatMap((value) => {
    if (!isObject(value)) return [];
    const reader = new ReplyReader(call);
    readInto(reader, value, read);
    return reader.effects;
  });
}

/** A hook that will answer later has not answered yet: a decision beside `async: true` contradicts it. */
export function contradict(reader: ReplyReader): void {
  if (reader.effects.some(restrains)) reader.invalid('answered async: true beside a decision');
}
