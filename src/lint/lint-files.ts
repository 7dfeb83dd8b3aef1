import type { ReadConfig } from '../config/load/read-config.ts';
import type { Linted } from './lint-config.ts';

export async function lintConfig(read: ReadConfig): Promise<Linted> {
  const { lintRead } = await import('./lint-config.ts');
  return lintRead(read);
}
