import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { isExecutable, isFile } from '../../files/file-facts.ts';

/** The file behind `python3`, `.venv/bin/python` or an absolute path. */
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
  const folders = (environment['PATH'] ?? '').split(delimiter);
  for (const folder of folders) {
    const file = join(folder, name);
    if (isAbsolute(file) && isFile(file) && isExecutable(file)) return file;
  }
  throw new HookFailure(
    'missing',
    `the Python interpreter "${name}" was not found in PATH; the option "python" can name another`,
  );
}
