type End = () => void | Promise<void>;

const ends = new Set<End>();

export function endsWith(end: End): void {
  ends.add(end);
}

export async function endWorkers(): Promise<void> {
  await Promise.all([...ends].map((end) => end()));
}
