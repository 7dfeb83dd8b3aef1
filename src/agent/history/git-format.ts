import {
  type EntryMessage,
  type FileChange,
  type FileVersion,
  type HistoryEntry,
  readMessage,
  writeMessage,
} from './entry.ts';

const mark = 'record';

/** What `readLog` reads, the oldest first. Checking signatures would start a program. */
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

/** Everything is between zero bytes, which no name has, and is read by its place: a name may look like anything. */
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
  // Agents write files. Anything else in a tree, such as a link, isn't theirs.
  const isFile = [oldMode, newMode].every((mode) => fileModes.includes(mode));
  const change = { path, before: versionOf(oldMode, oldBlob), after: versionOf(newMode, newBlob) };
  return { length: 2, changes: isFile ? [change] : [] };
}

const fileModes: readonly string[] = ['000000', '100644', '100755'];

function versionOf(mode: string, blob: string): FileVersion | null {
  return /^0+$/.test(blob) ? null : { blob, executable: mode === '100755' };
}

export type NewVersion = { readonly content: Uint8Array; readonly executable: boolean } | null;

export interface NewEntry extends EntryMessage {
  readonly files: ReadonlyMap<string, NewVersion>;
}

export const branch = 'refs/heads/main';

export function importStream(entries: readonly NewEntry[], head: string | null): Buffer {
  const parts: (string | Uint8Array)[] = [];
  const seconds = Math.floor(Date.now() / 1000);
  for (const [index, entry] of entries.entries()) {
    const message = Buffer.from(writeMessage(entry));
    parts.push(`commit ${branch}\nmark :${index + 1}\n`);
    parts.push(`committer hookline <hookline@localhost> ${seconds} +0000\n`);
    parts.push(`data ${message.byteLength}\n`, message, '\n');
    if (index === 0 && head !== null) parts.push(`from ${head}\n`);
    for (const [path, version] of entry.files) {
      if (version === null) parts.push(`D ${quoted(path)}\n`);
      else {
        parts.push(`M ${version.executable ? '100755' : '100644'} inline ${quoted(path)}\n`);
        parts.push(`data ${version.content.byteLength}\n`, version.content, '\n');
      }
    }
    parts.push('\n');
  }
  for (const index of entries.keys()) parts.push(`get-mark :${index + 1}\n`);
  parts.push('done\n');
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
