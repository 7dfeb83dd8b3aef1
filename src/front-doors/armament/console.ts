import type { Notice } from '../../engine/outcome/outcome.ts';

/** Where a script's messages go by default. Standard output belongs to the host. */
export function noticeToConsole({ level, message, hook }: Notice): void {
  // biome-ignore lint/suspicious/noConsole: a script that logs wants to be read
  console[level === 'error' ? 'error' : 'warn'](`${level}: ${message} (${hook})`);
}
