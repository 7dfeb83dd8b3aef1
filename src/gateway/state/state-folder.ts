import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A folder of hookline's own state, for its user alone. It is made when it is missing. */
export async function stateFolder(name: string): Promise<string> {
  const state = process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  const folder = join(state, 'hookline', name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** A file name for a key of any text. */
export function keyName(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
