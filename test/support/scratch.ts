import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is gone when the test is; with `afterAll`, when all tests of the file are. */
export class Scratch {
  readonly path: string = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-')));

  constructor(whenOver: (remove: () => void) => void = onTestFinished) {
    whenOver(() => rmSync(this.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  }

  write(name: string, text: string): string {
    const file = join(this.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** The lines of a file that a hook writes; none when there is no file yet. */
  lines(name: string): string[] {
    try {
      return readFileSync(join(this.path, name), 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  }
}
