export class Interrupted extends Error {
  override readonly name: string = 'Interrupted';

  constructor() {
    super('interrupted');
  }
}

export const neverAborted: AbortSignal = new AbortController().signal;

/** Throws Interrupted as soon as the signal aborts, even if the work goes on. */
export async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new Interrupted();
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new Interrupted());
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
