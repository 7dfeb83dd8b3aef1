import type { CallActions } from '../shell/actions/action.ts';
import { mayRun } from '../shell/code/read-code.ts';
import { mayNameCommand } from '../shell/programs/variables.ts';
import { subcommandOf } from '../shell/read/queries.ts';
import { readShell } from '../shell/read/read-shell.ts';
import type { ShellCommand, ShellReading } from '../shell/read/reading.ts';
import { CommandPattern, wordEnd } from './command-pattern.ts';
import {
  actsAs,
  baseSymbols,
  commandSymbols,
  otherNames,
  scriptWords,
  wordSymbols,
} from './command-spellings.ts';

/** Languages of programs for texts: an allow rule for `sed` doesn't mean all that it could start. */
const textLanguages: ReadonlySet<string> = new Set(['awk', 'calculator', 'ed', 'gdb', 'sed', 'sql', 'vim']);

export class CommandRule {
  readonly #pattern: CommandPattern;
  readonly #name: string;
  readonly #isPath: boolean;

  constructor(content: string) {
    this.#pattern = new CommandPattern(content);
    const [first = ''] = content.trim().split(/\s+|:\*$/, 1);
    [this.#name = ''] = first.slice(first.lastIndexOf('/') + 1).split('*', 1);
    this.#isPath = first.includes('/');
  }

  possiblyIn(does: CallActions): string | null {
    return does.readings.map((reading) => this.#in(reading, does)).find((about) => about !== null) ?? null;
  }

  #in(reading: ShellReading, does: CallActions | null): string | null {
    const [doubt] = reading.doubts;
    if (doubt !== undefined) return doubt.reason;
    const found = reading.commands.find(
      (command) => this.#couldBe(command) || this.#isInCode(command, does) || this.#isInVariable(command),
    );
    return found === undefined ? null : reading.text.slice(found.span.start, found.span.end).trim();
  }

  covers({ program, words, code }: ShellCommand): boolean {
    if (program === null || program.value === null || isStarting(code)) return false;
    return this.#pattern.matches(commandSymbols(wordSymbols(program), words), 'certainly');
  }

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
    const subcommand = subcommandOf(command);
    const paths = [subcommand?.path ?? [], actsAs(name, subcommand?.path ?? [])].map((path) =>
      path.flatMap((word) => [wordEnd, ...word]),
    );
    return programs.some(
      (start) =>
        this.#pattern.matches(commandSymbols(start, words), 'possibly') ||
        (subcommand !== null &&
          paths.some((path) =>
            this.#pattern.matches(commandSymbols([...start, ...path], subcommand.words), 'possibly'),
          )),
    );
  }

  #isInVariable({ assignments }: ShellCommand): boolean {
    return assignments.some(({ name, value }) => {
      if (!mayNameCommand(name) || value === null) return false;
      return value.value === null || this.#in(readShell(value.value.replace(/^\|/, '')), null) !== null;
    });
  }

  /** What code runs counts as what the line runs. Code that computes what it runs could run anything. */
  #isInCode(command: ShellCommand, does: CallActions | null): boolean {
    const { code } = command;
    if (does === null) return code.some(mayRun);
    const isNamed = code.some(({ language, text: { value } }) =>
      // What a program has written into a file that is run.
      language === 'file' ? value?.includes(this.#name) !== false : value === null,
    );
    const lines = does.inner.filter((line) => line.command === command);
    return isNamed || lines.some((line) => line.does === null || this.possiblyIn(line.does) !== null);
  }
}

function isStarting(code: ShellCommand['code']): boolean {
  return code.some((one) => textLanguages.has(one.language) && mayRun(one));
}
