import { HookFailure } from '../../engine/outcome/failure.ts';
import { isFile } from '../../files/file-facts.ts';
import { type CommandLine, resolveCommand } from '../../processes/resolve-command.ts';
import { whyMissing } from '../warnings/missing-file.ts';

/** A plain name that can only be a script. */
const scriptName = /^[\w.-]+\.(sh|py|[cm]?[jt]s|rb|pl)$/;

/** Throws what the first run would throw, if the file of the command is missing. */
export function checkCommand(
  { command, args }: CommandLine,
  directory: string,
  path: string | undefined = process.env['PATH'],
): void {
  const { args: words } = resolveCommand({ command, ...(args && { args }) }, { directory, path });
  // The shell gets a script that is found nowhere, and would not find it either.
  const [first = ''] = command.trim().split(/\s/);
  if (words[0] === '-c' && scriptName.test(first)) {
    throw new HookFailure('missing', `the command "${first}" was not found`);
  }
}

/** The warning for a hook whose file is missing; null when the check finds it. */
export function missingWarning(check: () => void, file: string | null = null): string | null {
  try {
    check();
    return null;
  } catch (problem) {
    if (!(problem instanceof HookFailure)) throw problem;
    const isThere = file !== null && isFile(file);
    const why = file === null || isThere ? '' : whyMissing(file);
    if (isThere && !problem.message.includes('chmod')) return `${problem.message}, so the hook fails`;
    return why.endsWith('?') || problem.message.includes('chmod')
      ? `${problem.message}${why}`
      : `${problem.message}${why}; until it is there, the hook fails`;
  }
}
