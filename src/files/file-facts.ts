import {
  accessSync,
  closeSync,
  constants,
  type Dirent,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';

// What cannot be accessed counts as missing: a hook that cannot be found must fail as missing.

export function isFile(path: string): boolean {
  return factsOf(path)?.isFile() ?? false;
}

export function isFolder(path: string): boolean {
  return factsOf(path)?.isDirectory() ?? false;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function firstBytes(path: string, length: number): string {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const start = Buffer.alloc(length);
      return start.toString('latin1', 0, readSync(descriptor, start, 0, length, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export function existingPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

export function isMissing(problem: unknown): boolean {
  const code = problem instanceof Error ? (problem as NodeJS.ErrnoException).code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

export function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The time, size and identity of each file, to notice changes; `-` for a missing one. */
export function fileStates(files: readonly string[], what: 'all' | 'identity' = 'all'): string {
  return files.map((file) => stateOf(file, what)).join('\n');
}

function stateOf(file: string, what: 'all' | 'identity'): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, birthtimeNs } = statSync(file, { bigint: true });
    // A new file may reuse the inode of a deleted one, but not its birth time.
    if (what === 'identity') return `${dev} ${ino} ${birthtimeNs}`;
    return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return '-';
  }
}
