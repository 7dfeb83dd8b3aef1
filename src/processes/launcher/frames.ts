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

export type FrameType = (typeof frame)[keyof typeof frame];
export type OnFrame = (type: number, run: number, body: Buffer) => void;

/** How much may be in transit, per run and direction. */
export const flow = { windowBytes: 256 * 1024, chunkBytes: 64 * 1024 } as const;

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

export function createFrameReader(onFrame: OnFrame): (chunk: Buffer) => void {
  const header = 9;
  let chunks: Buffer[] = [];
  let size = 0;
  let wanted = header;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
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
