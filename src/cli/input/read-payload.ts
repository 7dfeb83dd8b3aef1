import { addAbortSignal } from 'node:stream';

/** Larger than any payload of an agent. */
const maxBytes = 64 * 1024 * 1024;

/**
 * All of stdin as text. It is read to its end even where it is too long: an agent whose writing fails may take the hook
 * for broken, and go ahead.
 */
export async function readPayload(signal?: AbortSignal): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  const { stdin } = process;
  // A person would wait for an answer, and it for a payload.
  if (stdin.isTTY) throw new Error('stdin is a terminal; pass a payload: hookline hook AGENT < payload.json');
  if (signal !== undefined) addAbortSignal(signal, stdin);
  for await (const part of stdin as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
    else parts.length = 0;
  }
  if (size > maxBytes) throw new Error('the payload is larger than 64 MiB');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new Error('the payload is not text in UTF-8');
  }
}
