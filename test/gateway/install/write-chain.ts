import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chainTexts } from '../../../src/gateway/install/checksums.ts';

/** Writes what `hookline install` does: first stage, launcher, manifest and their checksums. */
export function writeChain(folder: string, launcher: string, main: string): void {
  for (const [path, text] of chainTexts(launcher, main)) writeFileSync(join(folder, basename(path)), text);
}
