import type { LogEntry } from '../../engine/firing/interceptor.ts';
import type { Notice } from '../../engine/outcome/outcome.ts';

/** Where a system talks to when nobody said where. Standard output belongs to the host. */
export function logToConsole({ level, message }: LogEntry): void {
  // biome-ignore lint/suspicious/noConsole: what nobody listens to must still be noticed
  console[level === 'error' ? 'error' : 'warn'](`hookline: ${message}`);
}

export function noticeToConsole({ level, message, hook }: Notice): void {
  // biome-ignore lint/suspicious/noConsole: a script that logs wants to be read
  console[level === 'error' ? 'error' : 'warn'](`${level}: ${message} (${hook})`);
}
