import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function writeFileIn(file: string, content: string | object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}
