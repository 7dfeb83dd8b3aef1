import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isObject, valueAt } from '../../engine/values/shapes.ts';
import { jsonLines } from '../../files/state/state-file.ts';

/** What an agent's transcript says that the session has used. */
export interface TranscriptUsage {
  readonly tokens: number;
  /** In US$. */
  readonly cost: number;
  /** How far the transcript was read. */
  readonly read: number;
  /** The last message counted: some agents write one message in several lines. */
  readonly message: string;
}

export const nothingUsed: TranscriptUsage = { tokens: 0, cost: 0, read: 0, message: '' };

const maxBytes = 16 * 1024 * 1024;

/** Reads only the lines that are new since `usage`. */
export function usageAfter(usage: TranscriptUsage, transcript: string): TranscriptUsage {
  const text = newLines(transcript, usage.read);
  let { tokens, cost, message } = usage;
  for (const line of jsonLines(text)) {
    if (!isObject(line)) continue;
    cost += numberAt(line, ['costUSD']);
    // Codex writes the total so far.
    tokens = Math.max(tokens, numberAt(line, ['payload', 'info', 'total_token_usage', 'total_tokens']));
    const id = String(valueAt(line, ['message', 'id']) ?? '');
    const counts = valueAt(line, ['message', 'usage']);
    if (!isObject(counts) || (id !== '' && id === message)) continue;
    message = id;
    for (const name of ['input_tokens', 'output_tokens', 'cache_creation_input_tokens'])
      tokens += numberAt(counts, [name]);
  }
  return { tokens, cost, read: usage.read + Buffer.byteLength(text), message };
}

function numberAt(value: object, path: readonly string[]): number {
  const amount = Number(valueAt(value, path) ?? 0);
  return Number.isFinite(amount) && amount > 0 ? amount : 0;
}

function newLines(file: string, from: number): string {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const facts = fstatSync(handle);
    if (!facts.isFile() || facts.size <= from) return '';
    const bytes = Buffer.alloc(Math.min(facts.size - from, maxBytes));
    const text = bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from));
    // The last line may still be growing.
    return text.subarray(0, text.lastIndexOf('\n') + 1).toString();
  } finally {
    closeSync(handle);
  }
}
