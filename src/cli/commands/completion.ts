import type { Command, CommandRun } from '../command.ts';
import { bashCompletion } from '../completion/bash.ts';
import { completedCommands } from '../completion/completion-table.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';

const shells = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
]);

/** Prints the completion script of a shell. */
export function runCompletion(commands: readonly Command[]): CommandRun {
  return async ({ arguments: [shell = ''], terminal }) => {
    terminal.print(shells.get(shell)?.(completedCommands(commands)).trimEnd() ?? '');
    return 0;
  };
}
