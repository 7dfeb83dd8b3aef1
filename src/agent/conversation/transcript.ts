import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolderSync } from '../../files/make-folder.ts';
import type { Message } from '../../models/model.ts';

export type TranscriptLine =
  | { readonly type: 'session'; readonly source: string; readonly cwd: string }
  | { readonly type: 'user' | 'assistant'; readonly uuid: string; readonly message: Message }
  | { readonly type: 'clear' | 'compact' }
  | { readonly type: 'end'; readonly reason: string };

export interface StoredMessage {
  readonly uuid: string;
  readonly message: Message;
}

export class Transcript {
  readonly path: string;
  readonly #sessionId: string;
  #file: number | null = null;

  constructor(path: string, sessionId: string) {
    this.path = path;
    this.#sessionId = sessionId;
  }

  append(line: TranscriptLine): void {
    this.#file ??= this.#open();
    const { type, ...rest } = line;
    const timestamp = new Date().toISOString();
    const text = JSON.stringify({ type, session_id: this.#sessionId, timestamp, ...rest });
    let bytes = Buffer.from(`${text}\n`);
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.#file, bytes));
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #open(): number {
    makeFolderSync(dirname(this.path), 0o700);
    const file = openSync(this.path, 'a+', 0o600);
    const bytes = readFileSync(this.path);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end < bytes.length) ftruncateSync(file, end);
    return file;
  }
}

export function readTranscript(path: string): readonly StoredMessage[] {
  const messages = new Map<string, StoredMessage>();
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    const line = parse(text);
    if (line === null) continue;
    if (begins(line)) messages.clear();
    else if (line.type === 'user' || line.type === 'assistant') messages.set(line.uuid, line);
  }
  return [...messages.values()].map(({ uuid, message }) => ({ uuid, message }));
}

function begins(line: TranscriptLine): boolean {
  return (
    line.type === 'clear' || line.type === 'compact' || (line.type === 'session' && line.source !== 'resume')
  );
}

function parse(text: string): TranscriptLine | null {
  try {
    const line: unknown = JSON.parse(text);
    return isLine(line) ? line : null;
  } catch {
    return null;
  }
}

function isLine(line: unknown): line is TranscriptLine {
  if (typeof line !== 'object' || line === null) return false;
  const { type, uuid, message } = line as { type?: unknown; uuid?: unknown; message?: unknown };
  if (type !== 'user' && type !== 'assistant') return typeof type === 'string';
  if (typeof uuid !== 'string' || typeof message !== 'object' || message === null) return false;
  const { role, content } = message as { role?: unknown; content?: unknown };
  return role === type && (Array.isArray(content) || (role === 'user' && typeof content === 'string'));
}
