import { HooklineError } from '../../engine/values/errors.ts';
import { copyJson } from '../../engine/values/json.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { describe, messageOf, textOf } from '../../engine/values/text.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';

/** Throws where the text isn't one object of plain data. */
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

/**
 * The first key that one object of a JSON text has twice; null when there is none. Of two values, readers differ in which
 * one they take: an agent may run what hookline never saw. The text has been parsed: it is JSON. Takes linear time.
 */
export function repeatedKey(text: string): string | null {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') open.push(new Set());
    else if (character === '}') open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      if (isKey(text, end)) {
        const key: string = JSON.parse(text.slice(at, end));
        const keys = open.at(-1);
        if (keys?.has(key)) return key;
        keys?.add(key);
      }
      at = end - 1;
    }
  }
  return null;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

const blanks = ' \t\n\r';

/** In JSON, a colon follows keys only. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && blanks.includes(text.charAt(at))) at += 1;
  return text[at] === ':';
}

/**
 * The agent that a payload comes from. Several agents read the same settings file, and each expects an answer in its own
 * words; the payload tells them apart, environment variables do not. A plugin of hookline's own is read by one agent alone.
 */
export function dialectOf(named: AgentProduct, payload: Fields): AgentProduct {
  if (isPlugin(named)) return named;
  const others = Object.values(agentTable).filter((agent) => agent !== named && !isPlugin(agent));
  const speakers = [named, ...others].filter(
    ({ events, payload: { event = 'hook_event_name' } }) =>
      lookUp(events, textOf(payload[event])) !== undefined,
  );
  return (
    speakers.find((agent) => agent.payload.marks.some((mark) => Object.hasOwn(payload, mark))) ??
    speakers[0] ??
    named
  );
}

function isPlugin({ files }: AgentProduct): boolean {
  return files.layout === 'plugin';
}
