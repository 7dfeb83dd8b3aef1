import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadFiles } from './watch-files.ts';

/** How many times longer a text must have been there that looks as if more were to come. */
const patience = 5;

export interface QuietOptions {
  readonly before: ReadFiles;
  readonly now: ReadFiles;
  readonly quietMs: number;
  readonly signal: AbortSignal;
  /** Whether waiting keeps the process alive. */
  readonly keepsAlive: boolean;
}

/** Waits until the files have not been written to for that long; true if they are still as they were read. */
export async function areQuiet(options: QuietOptions): Promise<boolean> {
  const { before, now, quietMs, signal, keepsAlive } = options;
  const neededMs = [...now].some(([file, text]) => looksCut(text, before.get(file)))
    ? quietMs * patience
    : quietMs;
  const missingMs = neededMs - msSinceChange([...now.keys(), ...before.keys()]);
  if (missingMs > 0) await sleep(missingMs, undefined, { signal, ref: keepsAlive });
  return [...now].every(([file, text]) => fileText(file) === text);
}

/** Whether a file that is being written from its start could look like this by now: it does not end as it did. */
function looksCut(text: string | null, old: string | null | undefined): boolean {
  if (text === null || old === null || old === undefined || text === old) return false;
  return old.startsWith(text.trimEnd()) || endOf(text) !== endOf(old);
}

function endOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return `${lines.slice(-5).join('\n')}${text.endsWith('\n') ? '\n' : ''}`;
}

/** A time in the future says nothing, so that counts as now. */
function msSinceChange(files: readonly string[]): number {
  const changes = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  const latest = Math.max(...changes.map((facts) => Math.max(facts?.mtimeMs ?? 0, facts?.ctimeMs ?? 0)));
  return Math.max(0, Date.now() - latest);
}

/** The text as a configuration is read; null where that cannot be. */
export function fileText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').replace(/^\u{FEFF}/u, '');
  } catch {
    return null;
  }
}
