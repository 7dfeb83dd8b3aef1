import { HookFailure } from '../../engine/outcome/failure.ts';
import { type CommandLine, resolveCommand } from '../../processes/resolve-command.ts';

/** A plain name that can only be meant as a script. */
const scriptName = /^[\w.-]+\.(sh|py|[cm]?[jt]s|rb|pl)$/;

/** Throws what the first run would, if what the command is to run is not there. */
export function checkCommand(
  { command, args }: CommandLine,
  directory: string,
  path: string | undefined = process.env['PATH'],
): void {
  const { args: words } = resolveCommand({ command, ...(args && { args }) }, { directory, path });
  // A script that is found nowhere is left to the shell, which would not find it either.
  const [first = ''] = command.trim().split(/\s/);
  if (words[0] === '-c' && scriptName.test(first)) {
    throw new HookFailure('missing', `the command "${first}" was not found`);
  }
}

/** What is said of a hook whose file is not there; null when the check finds it. */
export function missingWarning(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (problem) {
    if (!(problem instanceof HookFailure)) throw problem;
    return `${problem.message}; until it is there, the hook fails`;
  }
}
