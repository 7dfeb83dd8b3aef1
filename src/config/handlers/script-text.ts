import { readFileSync, statSync } from 'node:fs';

/** No script is longer; a program may be. */
const maxScriptBytes = 1024 * 1024;

/** A text file's content; empty when it is too long for a script, or cannot be read. */
export function scriptText(file: string): string {
  try {
    return statSync(file).size > maxScriptBytes ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
