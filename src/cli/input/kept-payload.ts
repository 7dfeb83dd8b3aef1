import { readPayload } from './read-payload.ts';

/** What came of reading it. */
export type ReadPayload = { readonly payload: string } | { readonly problem: unknown };

let kept: ReadPayload | null = null;

/** Keeps what was read from stdin already: it can be read once. */
export function keepPayload(read: ReadPayload): void {
  kept = read;
}

/** The payload on stdin, whether it was read already or not. */
export async function payloadOnce(signal: AbortSignal): Promise<string> {
  if (kept === null) return readPayload(signal);
  if ('problem' in kept) throw kept.problem;
  return kept.payload;
}
