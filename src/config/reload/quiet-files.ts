import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type FileTexts = ReadonlyMap<string, string | null>;

/** How many times longer to wait for a text that looks incomplete. */
const patience = 5;

export interface QuietOptions {
  readonly before: FileTexts;
  readonly now: FileTexts;
  readonly quietMs: number;
  readonly signal: AbortSignal;
  readonly keepsAlive: boolean;
}

/** Waits until the files have been unchanged for that long. True if they are still as they were read. */
export async function areQuiet(options: QuietOptions): Promise<boolean> {
  const { before, now, quietMs, signal, keepsAlive } = options;
  const neededMs = [...now].some(([file, text]) => looksCut(text, before.get(file)))
    ? quietMs * patience
    : quietMs;
  const missingMs = neededMs - msSinceChange([...now.keys(), ...before.keys()]);
  if (missingMs > 0) await sleep(missingMs, undefined, { signal, ref: keepsAlive });
  return [...now].every(([file, text]) => fileText(file) === text);
}

function looksCut(text: string | null, old: string | null | undefined): boolean {
  if (text === null || old === null || old === undefined || text === old) return false;
  return old.startsWith(text.trimEnd()) || endOf(text) !== endOf(old);
}

function endOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return `${lines.slice(-5).join('\n')}${text.endsWith('\n') ? '\n' : ''}`;
}

/** A time in the future counts as now. */
function msSinceChange(files: readonly string[]): number {
  const changes = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  const latest = Math.max(...changes.map((facts) => Math.max(facts?.mtimeMs ?? 0, facts?.ctimeMs ?? 0)));
  return Math.max(0, Date.now() - latest);
}

export function fileText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').replace(/^\u{FEFF}/u, '');
  } catch {
    return null;
  }
}
