import { resolve } from 'node:path';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { isExecutable, isFile } from '../../files/file-facts.ts';
import { findInPath } from '../../processes/find-in-path.ts';

export function findInterpreter(
  name: string,
  directory: string,
  environment: Readonly<Record<string, string>>,
): string {
  if (name.includes('/')) {
    const file = resolve(directory, name);
    if (isFile(file) && isExecutable(file)) return file;
    throw new HookFailure('missing', `the Python interpreter ${file} does not exist or cannot be executed`);
  }
  const file = findInPath(name, environment['PATH'] ?? '');
  if (file !== null) return file;
  throw new HookFailure(
    'missing',
    `the Python interpreter "${name}" was not found in PATH; the option "python" can name another`,
  );
}
