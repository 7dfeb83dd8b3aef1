import { type FileChange, type FileVersion, type HistoryEntry, readMessage } from './entry.ts';

const mark = 'record';

/** The options of `git log` that make it print what `readLog` reads, the oldest first. Signatures would start a program. */
export const logOptions: readonly string[] = [
  '--raw',
  '--no-abbrev',
  '--no-renames',
  '--no-ext-diff',
  '--no-show-signature',
  '--root',
  '-z',
  '--reverse',
  `--format=%x00${mark}%x00%H%x00%ct%x00%B%x00`,
];

/** Everything stands between zero bytes, which no name has, and is read by its place: a name may look like anything else. */
export function readLog(output: string): readonly HistoryEntry[] {
  const words = output.split('\0');
  const entries: HistoryEntry[] = [];
  let at = 0;
  while (at < words.length) {
    if (words[at] !== mark) {
      at += 1;
      continue;
    }
    const [id = '', seconds = '', body = ''] = words.slice(at + 1, at + 4);
    const changes: FileChange[] = [];
    at += 4;
    for (let change = changeOf(words, at); change !== null; change = changeOf(words, at)) {
      at += change.length;
      changes.push(...change.changes);
    }
    const message = readMessage(body);
    if (message !== null) entries.push({ id, at: new Date(Number(seconds) * 1000), changes, ...message });
  }
  return entries;
}

/** The change that begins at a word, and how many words it has; null when there is none. */
function changeOf(
  words: readonly string[],
  at: number,
): { readonly length: number; readonly changes: readonly FileChange[] } | null {
  const word = words[at];
  if (word === undefined) return null;
  if (word === '' || word === '\n') return { length: 1, changes: [] };
  const found = /^\n?:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]$/.exec(word);
  const path = words[at + 1];
  if (found === null || path === undefined) return null;
  const [, oldMode = '', newMode = '', oldBlob = '', newBlob = ''] = found;
  // Agents write files. What else a tree can hold, such as a link, was put there by somebody else.
  const isFile = [oldMode, newMode].every((mode) => fileModes.includes(mode));
  const change = { path, before: versionOf(oldMode, oldBlob), after: versionOf(newMode, newBlob) };
  return { length: 2, changes: isFile ? [change] : [] };
}

const fileModes: readonly string[] = ['000000', '100644', '100755'];

function versionOf(mode: string, blob: string): FileVersion | null {
  return /^0+$/.test(blob) ? null : { blob, executable: mode === '100755' };
}
