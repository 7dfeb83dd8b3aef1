import { HookFailure } from '../../engine/outcome/failure.ts';
import { isFile } from '../../files/file-facts.ts';
import { type CommandLine, resolveCommand } from '../../processes/resolve-command.ts';
import { whyMissing } from '../source/why-missing.ts';

const scriptName = /^[\w.-]+\.(sh|py|[cm]?[jt]s|rb|pl)$/;

export function checkCommandFile(
  { command, args }: CommandLine,
  directory: string,
  path: string | undefined = process.env['PATH'],
): void {
  const { args: words } = resolveCommand({ command, ...(args && { args }) }, { directory, path });
  // For a script that is missing everywhere, the shell reports it too.
  const [first = ''] = command.trim().split(/\s/);
  if (words[0] === '-c' && scriptName.test(first))
    throw new HookFailure('missing', `the command "${first}" was not found`);
}

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
