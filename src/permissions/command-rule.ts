import { readShell } from '../shell/read-shell.ts';
import type { ShellCommand, ShellReading } from '../shell/reading.ts';
import { subcommandIn } from '../shell/tables/subcommands.ts';
import { mayNameCommand } from '../shell/tables/variables.ts';
import { mentions, type NamedProgram, startsFromText } from './code-mentions.ts';
import { CommandPattern, wordEnd } from './command-pattern.ts';
import { baseSymbols, commandSymbols, wordSymbols } from './command-symbols.ts';
import { otherNames, scriptWords, withoutExe } from './other-spellings.ts';

/** A rule about commands, such as the `git push *` of `Bash(git push *)`. */
export class CommandRule {
  readonly #pattern: CommandPattern;
  /** The program that the pattern names; null when it could be any. */
  readonly #program: NamedProgram | null;
  /** Whether the pattern is about a path to a program. */
  readonly #isPath: boolean;

  constructor(content: string) {
    this.#pattern = new CommandPattern(content);
    const [first = ''] = content.trim().split(/\s+|:\*$/, 1);
    const [known = ''] = first.slice(first.lastIndexOf('/') + 1).split('*', 1);
    this.#program = known === '' ? null : { name: known, isWhole: !first.includes('*') };
    this.#isPath = first.includes('/');
  }

  /** What in the line is the command that the rule is about, or could be it; null when nothing is. */
  possiblyIn(reading: ShellReading): string | null {
    const [doubt] = reading.doubts;
    if (doubt !== undefined) return doubt.reason;
    const found = reading.commands.find(
      (command) => this.#couldBe(command) || this.#isInCode(command) || this.#isInVariable(command),
    );
    return found === undefined ? null : reading.text.slice(found.span.start, found.span.end).trim();
  }

  /** Whether the rule is about just this command, as it is written: a path to a program may lead anywhere. */
  covers({ program, words, code }: ShellCommand): boolean {
    if (program === null || program.value === null || code.some(startsFromText)) return false;
    return this.#pattern.matches(commandSymbols(wordSymbols(program), words), 'certainly');
  }

  /** By its whole path or by its name, with the options before a subcommand or without. */
  #couldBe(command: ShellCommand): boolean {
    if (command.kind === 'syntax') return false;
    const { program, words, name } = command;
    // Of a path whose beginning is only known at run time, the name is what counts: `"$HOME/bin/tool"`.
    const isNamed = program?.value === null && name !== '' && !this.#isPath;
    const programs = [
      baseSymbols(command),
      ...(program === null || isNamed ? [] : [wordSymbols(program)]),
      ...otherNames(name),
    ];
    const [script, ...given] = scriptWords(command);
    if (script !== undefined && this.#pattern.matches(commandSymbols(wordSymbols(script), given), 'possibly'))
      return true;
    const subcommand = subcommandIn(withoutExe(name), words);
    const path = subcommand?.path.flatMap((word) => [wordEnd, ...word]) ?? [];
    return programs.some(
      (start) =>
        this.#pattern.matches(commandSymbols(start, words), 'possibly') ||
        (subcommand !== null &&
          this.#pattern.matches(commandSymbols([...start, ...path], subcommand.words), 'possibly')),
    );
  }

  /** Programs run what such a variable holds: `PAGER='rm x' git log`. */
  #isInVariable({ assignments }: ShellCommand): boolean {
    return assignments.some(({ name, value }) => {
      if (!mayNameCommand(name) || value === null) return false;
      return value.value === null || this.possiblyIn(readShell(value.value.replace(/^\|/, ''))) !== null;
    });
  }

  /** Code may start what it is given as words, variables or input. */
  #isInCode({ code, words, assignments, input }: ShellCommand): boolean {
    if (code.length === 0) return false;
    const given = [...words, ...assignments.flatMap(({ value }) => value ?? [])].map(({ value }) => value);
    return code.some((own) => mentions(own, this.#program, [...given, input]));
  }
}
