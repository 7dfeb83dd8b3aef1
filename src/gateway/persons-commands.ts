import { lookUp } from '../engine/values/look-up.ts';
import { spelling } from '../shell/queries.ts';
import { readShell } from '../shell/read-shell.ts';
import type { ShellCommand } from '../shell/reading.ts';

/** What a person does in a terminal, and no agent: it would change what guards the agent. The words come first, and in this order. */
const personsCommands: Readonly<Record<string, readonly (readonly string[])[]>> = {
  hookline: [['install'], ['uninstall'], ['daemon', 'stop'], ['daemon', 'run']],
  npm: [
    ['uninstall', 'hookline'],
    ['remove', 'hookline'],
    ['rm', 'hookline'],
    ['un', 'hookline'],
  ],
};

/** The command of a line that only a person may give; null when there is none that can be seen. */
export function personsCommandIn(line: string): string | null {
  const found = readShell(line).commands.find(isPersons);
  return found === undefined ? null : [found.name, ...found.words.map(spelling)].join(' ');
}

function isPersons({ name, words }: ShellCommand): boolean {
  const given = words.map(spelling).filter((word) => !word.startsWith('-'));
  return (lookUp(personsCommands, name) ?? []).some((wanted) =>
    wanted.every((word, index) => given[index] === word),
  );
}
