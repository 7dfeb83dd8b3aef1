import { cardOf } from '../../shell/programs/cards.ts';
import type { ShellCommand } from '../../shell/read/reading.ts';

const maxPrograms = 5;

/** What a command may be behind an unknown program (`cpulimit -l 9 -- rm -rf x`) or a variable (`$GIT reset --hard`). */
export function disguised(command: ShellCommand): readonly ShellCommand[] {
  const { kind, card, program } = command;
  if (kind === 'unknown') {
    const name = /^"?\$\{?([A-Za-z_]+?)(?:_?(?:BIN|CMD|EXE|PATH))?\}?"?$/.exec(program?.source ?? '')?.[1];
    return [...(name === undefined ? [] : [called(command, name.toLowerCase())]), ...behind(command)];
  }
  // A function may have the name of a program: `command git` runs the program.
  if (kind === 'function') return [called(command, command.name)];
  return kind === 'program' && card === null ? behind(command) : [];
}

function behind(command: ShellCommand): readonly ShellCommand[] {
  const names = command.words.map(({ value }) => (value ?? '').replace(/^.*\//, ''));
  return names
    .flatMap((name, at) => (name !== '' && cardOf(name) !== null ? [at] : []))
    .slice(0, maxPrograms)
    .map((at) => ({
      ...called(command, names[at] ?? ''),
      program: command.words[at] ?? null,
      words: command.words.slice(at + 1),
    }));
}

function called(command: ShellCommand, name: string): ShellCommand {
  return { ...command, kind: 'program', name, card: cardOf(name) };
}
