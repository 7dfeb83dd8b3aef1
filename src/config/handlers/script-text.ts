import { readFileSync, statSync } from 'node:fs';

const maxScriptBytes = 1024 * 1024;

export function scriptText(file: string): string {
  try {
    return statSync(file).size > maxScriptBytes ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
