/** `found` and `changed`: what a file held before. `failed`: what it still holds. */
const entryKinds = ['found', 'changed', 'write', 'delete', 'failed', 'undo'] as const;

export type EntryKind = (typeof entryKinds)[number];

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
  const first = (name: string): string | null => all(name)[0] ?? null;
  const kind = entryKinds.find((known) => known === first('Kind'));
  if (kind === undefined) return null;
  const author = { agent: first('Agent'), toolUseId: first('Tool-Use'), sessionId: first('Session') };
  return { kind, summary, ...author, undone: all('Undone'), to: first('To') };
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what would break a line of the message
  return text.replaceAll(/[\u0000-\u001F\u007F]/g, '?');
}
