import { isUtf8 } from 'node:buffer';
import { fstatSync, readSync } from 'node:fs';
import { addAbortSignal } from 'node:stream';

const maxBytes = 64 * 1024 * 1024;

let kept: Promise<string> | null = null;

/** For the command that runs next in this process. */
export function keepPayload(payload: Promise<string>): void {
  kept = payload;
  kept.catch(() => undefined);
}

export function payloadOnce(signal: AbortSignal): Promise<string> {
  const payload = kept ?? readPayload(signal);
  kept = null;
  return payload;
}

/** Read to the end even when too long: an agent whose write fails may treat the hook as broken and go ahead. */
async function readPayload(signal?: AbortSignal): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) throw new Error('stdin is a terminal; pass a payload: hookline hook AGENT < payload.json');
  if (signal !== undefined) addAbortSignal(signal, stdin);
  const payload = new Payload();
  for await (const part of stdin as AsyncIterable<Buffer>) payload.add(part);
  return payload.text();
}

/** Without a stream, which takes longer to load than to read. */
export async function readPayloadAtOnce(): Promise<string> {
  const facts = fstatSync(0);
  if (!facts.isFile() && !facts.isFIFO() && !facts.isSocket()) return readPayload();
  const payload = new Payload();
  const buffer = Buffer.allocUnsafe(64 * 1024);
  try {
    for (let size = readSync(0, buffer); size > 0; size = readSync(0, buffer))
      payload.add(Buffer.from(buffer.subarray(0, size)));
  } catch (problem) {
    // Another process made the shared pipe non-blocking: only a stream can wait for it.
    if (!(problem instanceof Error && 'code' in problem && problem.code === 'EAGAIN')) throw problem;
    for await (const part of process.stdin as AsyncIterable<Buffer>) payload.add(part);
  }
  return payload.text();
}

class Payload {
  readonly #parts: Buffer[] = [];
  #size = 0;

  add(part: Buffer): void {
    this.#size += part.length;
    if (this.#size <= maxBytes) this.#parts.push(part);
    else this.#parts.length = 0;
  }

  text(): string {
    if (this.#size > maxBytes) throw new Error('the payload is larger than 64 MiB');
    const bytes = Buffer.concat(this.#parts);
    if (!isUtf8(bytes)) throw new Error('the payload is not text in UTF-8');
    // Some editors begin a file with a mark of its order of bytes.
    return bytes.toString().replace(/^\uFEFF/, '');
  }
}
