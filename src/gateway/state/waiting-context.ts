import { SessionNotes } from '../../files/state/session-notes.ts';
import { jsonLines } from '../../files/state/state-file.ts';
import type { AgentCall } from '../payload/read-call.ts';
import { sessionKey } from '../payload/read-call.ts';

/** An agent may ignore an answer that is too long, and a deny in it. */
const maxLength = 256 * 1024;

const notes = new SessionNotes('context');

export function keepContext(call: AgentCall, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const key = sessionKey(call);
  const lines = texts.map((text) => `${JSON.stringify(text)}\n`).join('');
  if ((notes.read(key)?.length ?? 0) + lines.length > maxLength)
    throw new Error('too much text waits for the model already');
  notes.append(key, lines);
}

export function takeContext(call: AgentCall): readonly string[] {
  const text = notes.take(sessionKey(call)) ?? '';
  if (text.length > 2 * maxLength) throw new Error('too much text waits for the model');
  return jsonLines(text).map(String);
}
