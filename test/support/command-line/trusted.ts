import type { CallOptions } from './cli.ts';
import { hookline } from './served.ts';

/** Has the user of these tests trust the configuration of a folder as it is now. */
export async function trusted(cwd: string, env: CallOptions['env'] = {}): Promise<void> {
  const { code, stderr } = await hookline(['trust', '--yes'], { cwd, env });
  if (code !== 0) throw new Error(stderr);
}
