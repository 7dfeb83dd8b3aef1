import { realpathSync } from 'node:fs';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { unwritable } from '../../files/unwritable.ts';

/** A socket's path is cut by the system beyond this. */
const maxPathBytes = 103;

/** What the daemon and those who ask it speak. A number of its own: most versions of hookline speak the same. */
export const wireVersion = '2';

/** How long a daemon may take for its first sign of life, and how long it may be silent after that: it writes blank lines. */
export const firstSignMs = 300;
export const maxSilenceMs = 3_000;

/** How far ahead of now the time of the socket is, at most: it shows for how long the daemon counts as alive. */
export const aliveSeconds = 3;

/** Where the daemon of this program listens. Another installation has its own, so that none answers for another. */
export function daemonAddress(): string {
  const socket = join(daemonFolder(), socketName(realpathSync(process.argv[1] ?? '/')));
  if (Buffer.byteLength(socket) <= maxPathBytes) return socket;
  throw new HooklineError(
    'file-unwritable',
    `the daemon cannot listen at ${socket}: a socket's path has at most ${maxPathBytes} bytes, and this one has ${Buffer.byteLength(socket)}. Name a shorter folder in XDG_RUNTIME_DIR. Until then, calls are judged without a daemon, more slowly.`,
  );
}

/** The folder of the sockets and of the log: one of the user's own that the system empties. */
export function daemonFolder(): string {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  return runtime !== undefined && isAbsolute(runtime)
    ? join(runtime, 'hookline')
    : `/tmp/hookline-${process.getuid?.() ?? 0}`;
}

/** Makes the folder, and refuses one that others could write to: they could put a socket of their own there. */
export async function ownFolder(): Promise<string> {
  const folder = daemonFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((problem: unknown) => {
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
  if ((facts.mode & 0o077) !== 0) await chmod(folder, 0o700);
  return folder;
}

/** A short mark of the program's path. By hand: loading a library for it takes longer than the call. */
export function socketName(program: string): string {
  let mark = 0x811c_9dc5;
  for (const byte of Buffer.from(program)) mark = Math.imul(mark ^ byte, 0x0100_0193);
  return `${(mark >>> 0).toString(16).padStart(8, '0')}.sock`;
}
