import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';

/** The test files in a folder and below: those that end in `.test.yaml`. */
export async function findTests(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const look = async (current: string): Promise<void> => {
    for (const entry of await readdir(current, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
        await look(join(current, entry.name));
      } else if (/\.test\.ya?ml$/.test(entry.name)) found.push(join(current, entry.name));
    }
  };
  await look(folder);
  if (found.length > 0) return found.sort();
  throw new HooklineError(
    'config-invalid',
    'there is no file of tests here: their names end in .test.yaml, as in hookline.test.yaml; hookline init writes one',
  );
}
