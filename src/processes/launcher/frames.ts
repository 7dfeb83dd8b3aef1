/**
 * What host and launcher say to each other: a length, a type, the number of the run, a body. The host says `start` (a
 * spec as JSON), `stdin`, `stdinEnd`, `consumed` and `release`; the launcher says the rest.
 */
export const frame = {
  hello: 0,
  start: 1,
  stdin: 2,
  stdinEnd: 3,
  /** The host took this many bytes of output. As many more may follow. */
  consumed: 4,
  release: 5,
  started: 6,
  /** The process took this many bytes of input. As many more may follow. */
  taken: 7,
  stdout: 8,
  stderr: 9,
  exit: 10,
  drained: 11,
  failed: 12,
} as const;

export type FrameTable = typeof frame;
export type FrameType = FrameTable[keyof FrameTable];
export type OnFrame = (type: number, run: number, body: Buffer) => void;

/** How much may be in transit, per run and direction. */
export const flow: Flow = { windowBytes: 256 * 1024, chunkBytes: 64 * 1024 };

export interface Flow {
  readonly windowBytes: number;
  readonly chunkBytes: number;
}

/** This function and the next also run inside the launcher, from their source: they may use nothing outside themselves. */
export function encodeFrame(type: FrameType, run: number, body?: Uint8Array | number): Buffer {
  const length = typeof body === 'number' ? 4 : (body?.length ?? 0);
  const bytes = Buffer.allocUnsafe(9 + length);
  bytes.writeUInt32LE(length, 0);
  bytes[4] = type;
  bytes.writeUInt32LE(run, 5);
  if (typeof body === 'number') bytes.writeUInt32LE(body, 9);
  else if (body !== undefined) bytes.set(body, 9);
  return bytes;
}

/** Takes bytes as they arrive and calls back with every complete frame. */
export function createFrameReader(onFrame: OnFrame): (chunk: Buffer) => void {
  const header = 9;
  let chunks: Buffer[] = [];
  let size = 0;
  let wanted = header;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    // A long frame is joined once, not with each piece.
    if (size < wanted) return;
    const bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks, size);
    let at = 0;
    wanted = header;
    while (bytes.length - at >= header) {
      wanted = header + bytes.readUInt32LE(at);
      if (bytes.length - at < wanted) break;
      const body = bytes.subarray(at + header, at + wanted);
      onFrame(bytes.readUInt8(at + 4), bytes.readUInt32LE(at + 5), body);
      at += wanted;
      wanted = header;
    }
    size = bytes.length - at;
    chunks = size > 0 ? [bytes.subarray(at)] : [];
  };
}
