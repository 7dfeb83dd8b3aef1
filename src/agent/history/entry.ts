export const entryKinds = {
  found: 'What a file held that the history did not know, before it was changed.',
  changed: 'What a file held that somebody else had changed since the last record.',
  write: 'An agent wrote a file.',
  delete: 'An agent deleted a file.',
  failed: 'What a file still holds, because writing it failed.',
  undo: 'Files were put back.',
} as const;

export type EntryKind = keyof typeof entryKinds;

export interface EntryAuthor {
  readonly agent: string | null;
  readonly toolUseId: string | null;
  readonly sessionId: string | null;
}

export interface FileVersion {
  readonly blob: string;
  readonly executable: boolean;
}

export interface FileChange {
  readonly path: string;
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
}

export interface HistoryEntry extends EntryAuthor {
  readonly id: string;
  readonly kind: EntryKind;
  readonly at: Date;
  readonly summary: string;
  readonly changes: readonly FileChange[];
  readonly undone: readonly string[];
  readonly to: string | null;
}

export interface EntryMessage extends EntryAuthor {
  readonly kind: EntryKind;
  readonly summary: string;
  readonly undone?: readonly string[];
  readonly to?: string | null;
}

export function writeMessage(message: EntryMessage): string {
  const lines = [oneLine(message.summary), '', `Kind: ${message.kind}`];
  if (message.agent !== null) lines.push(`Agent: ${oneLine(message.agent)}`);
  if (message.toolUseId !== null) lines.push(`Tool-Use: ${oneLine(message.toolUseId)}`);
  if (message.sessionId !== null) lines.push(`Session: ${oneLine(message.sessionId)}`);
  for (const id of message.undone ?? []) lines.push(`Undone: ${id}`);
  if (message.to !== undefined && message.to !== null) lines.push(`To: ${message.to}`);
  return `${lines.join('\n')}\n`;
}

export function readMessage(text: string): Required<EntryMessage> | null {
  const [summary = '', ...lines] = text.split('\n');
  const fields = lines.map((line) => /^([A-Z][A-Za-z-]+): (.*)$/.exec(line));
  const all = (name: string): readonly string[] =>
    fields.flatMap((field) => (field?.[1] === name && field[2] !== undefined ? [field[2]] : []));
  const one = (name: string): string | null => all(name)[0] ?? null;
  const kind = one('Kind');
  if (kind === null || !isKind(kind)) return null;
  return {
    kind,
    summary,
    agent: one('Agent'),
    toolUseId: one('Tool-Use'),
    sessionId: one('Session'),
    undone: all('Undone'),
    to: one('To'),
  };
}

function isKind(text: string): text is EntryKind {
  return Object.hasOwn(entryKinds, text);
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what would break a line of the message
  return text.replaceAll(/[\u0000-\u001F\u007F]/g, '?');
}
