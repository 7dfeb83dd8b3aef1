import { type FileChange, type FileVersion, type HistoryEntry, readMessage } from './entry.ts';

/** The options of `git log` that make it print what `readLog` reads, the oldest first. */
export const logOptions: readonly string[] = [
  '--raw',
  '--no-abbrev',
  '--no-renames',
  '--root',
  '-z',
  '--reverse',
  '--format=%x01%H%x02%ct%x02%B%x02',
];

export function readLog(output: string): readonly HistoryEntry[] {
  return output.split('\u0001').flatMap(entryOf);
}

function entryOf(text: string): readonly HistoryEntry[] {
  const [id, seconds, body, raw = ''] = text.split('\u0002');
  if (id === undefined || seconds === undefined || body === undefined) return [];
  const message = readMessage(body);
  if (message === null) return [];
  return [{ id, at: new Date(Number(seconds) * 1000), changes: changesOf(raw), ...message }];
}

function changesOf(raw: string): readonly FileChange[] {
  const words = raw.split('\0');
  const changes: FileChange[] = [];
  for (const [index, word] of words.entries()) {
    const found = /^\n?:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]$/.exec(word);
    const path = words[index + 1];
    if (found === null || path === undefined) continue;
    changes.push({ path, before: versionOf(found[1], found[3]), after: versionOf(found[2], found[4]) });
  }
  return changes;
}

function versionOf(mode: string | undefined, blob: string | undefined): FileVersion | null {
  if (blob === undefined || /^0+$/.test(blob)) return null;
  return { blob, executable: mode === '100755' };
}
