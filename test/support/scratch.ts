import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of its own. It goes when the run ends. */
export class Scratch {
  readonly path: string = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-')));

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
