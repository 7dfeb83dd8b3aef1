import { HooklineError } from '../../engine/values/errors.ts';
import { copyJson } from '../../engine/values/json.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { describe, messageOf } from '../../engine/values/text.ts';

/** Reads the payload of a hook call. Throws where it is anything but one object of plain data. */
export function parsePayload(text: string): Fields {
  let payload: unknown;
  try {
    // Cursor puts a byte order mark before the payload.
    payload = copyJson(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    throw unreadable(text.trim() === '' ? 'it is empty' : messageOf(error));
  }
  if (!isObject(payload)) throw unreadable(`it is ${describe(payload)}, not an object`);
  return payload;
}

function unreadable(why: string): HooklineError {
  return new HooklineError('input-invalid', `the payload of the agent cannot be read: ${why}`);
}
