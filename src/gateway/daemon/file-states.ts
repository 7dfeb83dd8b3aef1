import { statSync } from 'node:fs';

/** What tells that files are as they were: each one's time, size and identity, or that it is not there. */
export function fileStates(files: readonly string[], what: 'all' | 'identity' = 'all'): string {
  return files.map((file) => stateOf(file, what)).join('\n');
}

function stateOf(file: string, what: 'all' | 'identity'): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, birthtimeNs } = statSync(file, { bigint: true });
    // The number of a file that is gone is given to the next one; the time of its birth is not.
    if (what === 'identity') return `${dev} ${ino} ${birthtimeNs}`;
    return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return '-';
  }
}
