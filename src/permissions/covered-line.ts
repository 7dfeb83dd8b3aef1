import type { ShellCommand, ShellReading, ShellRedirection } from '../shell/reading.ts';

/** Variables that change how a program shows things, not what it does. */
const harmlessVariables =
  /^(?:CI|COLUMNS|FORCE_COLOR|LANG|LANGUAGE|LC_[A-Z]+|LINES|NODE_ENV|NO_COLOR|TERM|TZ)$/;

export interface Coverage {
  /** Whether a rule covers the command. */
  covers(command: ShellCommand): boolean;
  /** Whether a rule covers what a redirection opens. */
  opens(path: string, access: 'read' | 'write'): boolean;
}

/** Whether a line does nothing but what rules cover: it was read whole, and each command, file and variable in it is covered. */
export function isCovered({ commands, doubts }: ShellReading, coverage: Coverage): boolean {
  if (doubts.length > 0 || commands.length === 0) return false;
  return commands.every(
    (command) =>
      (command.kind === 'syntax' || command.kind === 'function' || coverage.covers(command)) &&
      command.assignments.every(({ name }) => harmlessVariables.test(name)) &&
      command.redirections.every((redirection) => isHarmless(redirection, coverage)),
  );
}

function isHarmless({ operator, target }: ShellRedirection, { opens }: Coverage): boolean {
  // A here-document and a here-string are text of the line itself; what runs in them is among the commands.
  if (target === null || operator === '<<<') return true;
  if (target.value === null) return false;
  if (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(target.value)) return true;
  return target.value === '/dev/null' || opens(target.value, operator === '<' ? 'read' : 'write');
}
