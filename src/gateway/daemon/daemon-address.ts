import { realpathSync } from 'node:fs';
import { chmod, lstat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HooklineError } from '../../engine/values/errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { unwritable } from '../../files/unwritable.ts';

const maxPathBytes = 103;

export const aliveSeconds = 3;

/** Each installation has its own, so none answers for another. */
export function daemonAddress(): string {
  const socket = join(daemonFolder(), socketName(realpathSync(process.argv[1] ?? '/')));
  if (Buffer.byteLength(socket) <= maxPathBytes) return socket;
  throw new HooklineError(
    'file-unwritable',
    `the daemon cannot listen at ${socket}: a socket's path has at most ${maxPathBytes} bytes, and this one has ${Buffer.byteLength(socket)}. Name a shorter folder in XDG_RUNTIME_DIR. Until then, calls are judged without a daemon, more slowly.`,
  );
}

export function daemonFolder(): string {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  return runtime !== undefined && isAbsolute(runtime)
    ? join(runtime, 'hookline')
    : `/tmp/hookline-${process.getuid?.() ?? 0}`;
}

/** The folder of the daemon that `hookline install --system` sets up: it answers all users of this machine. */
const systemRunFolder = '/run/hookline';

export function isSystemDaemon(): boolean {
  return daemonFolder() === systemRunFolder;
}

/** Refuses a folder that others can write to: they could put their own socket there. */
export async function ownFolder(): Promise<string> {
  const folder = daemonFolder();
  await makeFolder(folder, 0o700).catch((problem: unknown) => {
    throw unwritable(
      problem,
      folder,
      'Let this user write there, or name another folder in XDG_RUNTIME_DIR.',
    );
  });
  const facts = await lstat(folder);
  if (!facts.isDirectory() || facts.uid !== process.getuid?.()) {
    throw new HooklineError(
      'file-unwritable',
      `${folder} is not a folder of this user, so no daemon listens there. Remove it, or name another folder in XDG_RUNTIME_DIR.`,
    );
  }
  const mode = isSystemDaemon() ? 0o755 : 0o700;
  if ((facts.mode & 0o777) !== mode) await chmod(folder, mode);
  return folder;
}

/** By hand: loading a hash library takes longer than the call. */
export function socketName(program: string): string {
  let mark = 0x811c_9dc5;
  for (const byte of Buffer.from(program)) mark = Math.imul(mark ^ byte, 0x0100_0193);
  return `${(mark >>> 0).toString(16).padStart(8, '0')}.sock`;
}

export function programModule(): URL {
  return pathToFileURL(realpathSync(process.argv[1] ?? ''));
}
