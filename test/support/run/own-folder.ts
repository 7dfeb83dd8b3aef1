import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const keeper = fileURLToPath(new URL('keeper.mjs', import.meta.url));

const maxBytes = 36;

// On the process: each project of a run loads the configuration again, and this file with it.
const nameOfFolder = Symbol.for('hookline: folder of this run');

/**
 * All temporary files of a run are in this folder, and go with it when the run ends. To remove those of each test costs more than to keep
 * them: ext4 looks long for a place for a new file where others were removed lately.
 */
export function makeFolderOfRun(): string {
  const known: unknown = Reflect.get(process, nameOfFolder);
  if (typeof known === 'string') return known;
  const folder = newFolder(shortFolder());
  Reflect.set(process, nameOfFolder, folder);
  keep(folder);
  process.env['TMPDIR'] = folder;
  return folder;
}

/** Sockets of tests are up to 65 bytes below it, and may have 103 on macOS. */
function shortFolder(): string {
  return Buffer.byteLength(resolve(tmpdir())) > maxBytes ? '/tmp' : tmpdir();
}

function newFolder(parent: string): string {
  try {
    return realpathSync(mkdtempSync(join(parent, 'hl-')));
  } catch (error) {
    const message = `tests write to ${parent}, which is no folder that you may write to; TMPDIR=… names another`;
    throw new Error(message, { cause: error });
  }
}

/** A run that is interrupted or killed can remove nothing. This process does, once the pipe to it closes: nobody waits for it. */
function keep(folder: string): void {
  const child = spawn(process.execPath, [keeper, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C is sent to the group of the run.
    detached: true,
  });
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
}
