import { readPayload } from './read-payload.ts';

export type ReadPayload = { readonly payload: string } | { readonly problem: unknown };

let kept: ReadPayload | null = null;

export function keepPayload(read: ReadPayload): void {
  kept = read;
}

export async function payloadOnce(signal: AbortSignal): Promise<string> {
  if (kept === null) return readPayload(signal);
  if ('problem' in kept) throw kept.problem;
  return kept.payload;
}
