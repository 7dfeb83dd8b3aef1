import { HooklineError } from '../../engine/values/errors.ts';
import { copyJson } from '../../engine/values/json.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { describe, messageOf } from '../../engine/values/text.ts';
import { repeatedKey } from './repeated-key.ts';

/** Reads the payload of a hook call. Throws where it is anything but one object of plain data. */
export function parsePayload(text: string): Fields {
  // Cursor puts a byte order mark before the payload.
  const json = text.replace(/^\uFEFF/, '');
  let payload: unknown;
  try {
    payload = copyJson(JSON.parse(json));
  } catch (error) {
    throw unreadable(text.trim() === '' ? 'it is empty' : messageOf(error));
  }
  if (!isObject(payload)) throw unreadable(`it is ${describe(payload)}, not an object`);
  const twice = repeatedKey(json);
  if (twice !== null) throw unreadable(`the key ${JSON.stringify(twice.slice(0, 60))} is there twice`);
  return payload;
}

function unreadable(why: string): HooklineError {
  return new HooklineError('input-invalid', `the payload of the agent cannot be read: ${why}`);
}
