import { HookFailure } from '../../engine/outcome/failure.ts';
import { isFile, isFolder } from '../../files/file-facts.ts';
import type { ProcessSpec } from '../../processes/process.ts';

/** Why a command could not be started. Names the command. */
export function startFailure(error: unknown, command: string, { file, cwd }: ProcessSpec): HookFailure {
  if (error instanceof HookFailure) return error;
  return new HookFailure(
    'missing',
    `the command "${command}" could not be started: ${problemOf(error, file, cwd)}`,
  );
}

function problemOf(error: unknown, file: string, cwd: string): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') {
    if (!isFolder(cwd)) return `its working directory ${cwd} does not exist`;
    if (code === 'EACCES') return `permission to execute ${file} was denied`;
    return isFile(file)
      ? `the program that the first line of ${file} names was not found`
      : `${file} was not found`;
  }
  if (code === 'E2BIG') return 'its arguments and its environment are too long';
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
