type End = () => void | Promise<void>;

const ends = new Set<End>();

/** Adds what ends the workers or connections of one type of handler. A type that nobody loads has none. */
export function endsWith(end: End): void {
  ends.add(end);
}

/** Ends every worker and connection that handlers keep for the next call. They end with the host anyway. */
export async function endWorkers(): Promise<void> {
  await Promise.all([...ends].map((end) => end()));
}
