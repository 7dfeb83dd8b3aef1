import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deleteDiskFile, readDiskFile, writeDiskFile } from '../../src/files/disk-file.ts';
import { readIfThere, takeFile } from '../../src/files/take-file.ts';
import { Scratch } from '../support/scratch.ts';

const isRoot = process.getuid?.() === 0;
const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('a file on the disk', () => {
  it('is written as a whole, with its mode, and its folders are made', async () => {
    const scratch = new Scratch();
    const path = join(scratch.path, 'a/b/run.sh');
    await writeDiskFile(path, bytes('one'), { scratch: join(scratch.path, 's1'), executable: true });
    await writeDiskFile(path, bytes('two'), { scratch: join(scratch.path, 's2') });
    expect(await readDiskFile(path)).toEqual({ content: Buffer.from('two'), executable: true });
  });

  it('keeps its second name', async () => {
    const scratch = new Scratch();
    const path = scratch.write('file', 'old');
    linkSync(path, join(scratch.path, 'twin'));
    await writeDiskFile(path, bytes('new'), { scratch: join(scratch.path, 's') });
    expect(readFileSync(join(scratch.path, 'twin'), 'utf8')).toBe('new');
  });

  it('is never written through a link', async () => {
    const scratch = new Scratch();
    const secret = scratch.write('secret', 'kept');
    symlinkSync(secret, join(scratch.path, 'link'));
    await expect(writeDiskFile(join(scratch.path, 'link'), bytes('x'), { scratch: null })).rejects.toThrow(
      'ELOOP',
    );
    expect(readFileSync(secret, 'utf8')).toBe('kept');
  });

  it.skipIf(isRoot)('stays as it is where it is read-only', async () => {
    const scratch = new Scratch();
    const path = scratch.write('file', 'old');
    chmodSync(path, 0o444);
    await expect(writeDiskFile(path, bytes('new'), { scratch: join(scratch.path, 's') })).rejects.toThrow();
    expect(statSync(path).size).toBe(3);
  });

  it('may be missing, but may not be a folder', async () => {
    const scratch = new Scratch();
    mkdirSync(join(scratch.path, 'folder'));
    expect(await readDiskFile(join(scratch.path, 'none'))).toBe(null);
    await deleteDiskFile(join(scratch.path, 'none'));
    await expect(readDiskFile(join(scratch.path, 'folder'))).rejects.toThrow('is a folder');
  });
});

it('a file is taken once, however many ask for it', async () => {
  const scratch = new Scratch();
  const path = scratch.write('message', 'hello');
  const taken = await Promise.all(Array.from({ length: 10 }, () => takeFile(path)));
  expect(taken.filter((text) => text !== null)).toEqual(['hello']);
  expect(await readIfThere(path)).toBe(null);
});
