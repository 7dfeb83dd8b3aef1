import type { ToolInput } from '../engine/points/inputs.ts';
import type { ShellCommand, ShellReading, ShellRedirection } from '../shell/read/reading.ts';

export const harmlessVariables =
  /^(?:CI|COLUMNS|FORCE_COLOR|LANG|LANGUAGE|LC_[A-Z]+|LINES|NODE_ENV|NO_COLOR|TERM|TZ)$/;

const shellArguments =
  /^(?:command|cmd|description|timeout(?:_?ms)?|run_in_background|workdir|cwd|dir_path|directory|yield_time_ms|max_output_tokens|is_?background)$/i;

/** An argument of a shell tool that may choose another shell or another user, or leave the sandbox. */
export function oddArgument(input: ToolInput): string | null {
  return Object.keys(input).find((name) => Boolean(input[name]) && !shellArguments.test(name)) ?? null;
}

export interface Coverage {
  covers(command: ShellCommand): boolean;
  opens(path: string, access: 'read' | 'write'): boolean;
}

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
