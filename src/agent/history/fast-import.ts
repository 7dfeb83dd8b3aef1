import { type EntryMessage, writeMessage } from './entry.ts';

/** The content of a file in a record; null when the file does not exist. */
export type NewVersion = { readonly content: Uint8Array; readonly executable: boolean } | null;

export interface NewEntry extends EntryMessage {
  /** By the path in the history. */
  readonly files: ReadonlyMap<string, NewVersion>;
}

/** Where the records are. */
export const branch = 'refs/heads/main';

/** The input of `git fast-import` that adds records after the last one and prints their ids. */
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
