import { statSync } from 'node:fs';

/** What tells that files are as they were: each one's time, size and identity, or that it is not there. */
export function fileStates(files: readonly string[]): string {
  return files.map(stateOf).join('\n');
}

function stateOf(file: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return '-';
  }
}
