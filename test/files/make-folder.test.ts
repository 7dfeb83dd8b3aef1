import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, makeFolderSync } from '../../src/files/make-folder.ts';
import { Scratch } from '../support/scratch.ts';

describe.each([
  ['makeFolder', async (path: string, mode?: number) => makeFolder(path, mode)],
  ['makeFolderSync', async (path: string, mode?: number) => makeFolderSync(path, mode)],
])('%s', (_, make) => {
  it('makes the folders above, with the mode', async () => {
    const path = join(new Scratch().path, 'a/b/c');
    await make(path, 0o700);
    await make(path, 0o700);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  it('may run many times at once', async () => {
    const path = join(new Scratch().path, 'a/b/c/d');
    await Promise.all(Array.from({ length: 20 }, () => make(path)));
    expect(existsSync(path)).toBe(true);
  });

  it('fails where a file is in the way', async () => {
    const scratch = new Scratch().path;
    writeFileSync(join(scratch, 'a'), '');
    await expect(make(join(scratch, 'a/b'))).rejects.toThrow('ENOTDIR');
    await expect(make(join(scratch, 'a'))).rejects.toThrow('EEXIST');
  });

  // Node's own recursive mkdir never ends there.
  it.runIf(process.platform === 'linux')('ends below /proc, where nothing can be made', async () => {
    await expect(make('/proc/hookline/traces')).rejects.toThrow('ENOENT');
  });
});
