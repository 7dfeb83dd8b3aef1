import { Argument, Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander';
import { didYouMean, nearest } from '../engine/values/suggest.ts';
import { type Command, isWords, type Parameter } from './command.ts';
import { commands, programExits } from './commands.ts';
import { tellProblem, tellWrongCall } from './show/tell-problem.ts';
import { type Interruption, listenForInterruption } from './terminal/interruption.ts';
import { makeTerminal, type Terminal } from './terminal/terminal.ts';
import { version } from './version.ts';

/** Node's exit code when nothing is left to wait for. */
const unsettled = 13;

/** Runs one command line to the last byte of its output, and returns the exit code. Never throws. */
export async function runProgram(words: readonly string[]): Promise<number> {
  const terminal = makeTerminal();
  const interruption = listenForInterruption();
  const isDebug = words.includes('--debug');
  const called = commands.find(({ name }) => name === words[0]);
  const broken = called?.broken ?? 1;
  // A hook in JavaScript may throw when nobody waits for it. That would end the process with a stack trace.
  process.on('uncaughtException', (problem) => {
    tellProblem(problem, terminal, isDebug);
    isDone = true;
    process.exit(broken);
  });
  let isDone = false;
  // A hook in JavaScript may end the process. Its 0 must not look like the command's.
  process.on('exit', (code) => {
    if (isDone || interruption.exitCode !== null) return;
    if (code === 0 || code === unsettled || broken > 1) process.exitCode = broken;
    terminal.tell(`${terminal.messageColors.red('error:')} a hook in JavaScript ended the process`);
  });
  const exitCode = await runCommand(words, called, terminal, interruption, isDebug);
  isDone = true;
  interruption.stop();
  try {
    await terminal.flush();
  } catch (problem) {
    tellProblem(problem, terminal, isDebug);
    return broken;
  }
  return exitCode;
}

async function runCommand(
  words: readonly string[],
  called: Command | undefined,
  terminal: Terminal,
  interruption: Interruption,
  isDebug: boolean,
): Promise<number> {
  let exitCode = 0;
  // Describing the other commands takes longer than reading the words of the one that is called.
  const program = makeProgram(
    called === undefined ? commands : [called],
    terminal,
    interruption.signal,
    (code) => {
      exitCode = code;
    },
  );
  try {
    // People write -v for the version, and for more words behind a command.
    await program.parseAsync(words[0] === '-v' ? ['--version'] : [...words], { from: 'user' });
    return interruption.exitCode ?? exitCode;
  } catch (problem) {
    if (interruption.exitCode !== null) return interruption.exitCode;
    if (!(problem instanceof CommanderError)) tellProblem(problem, terminal, isDebug);
    else if (problem.exitCode === 0) return 0;
    else tellWrongCall(asked(problem, words), terminal, called?.name);
    return called?.broken ?? 1;
  }
}

/** Commander answers `help fir` with the general help. The message about the unknown command is added. */
function asked(problem: CommanderError, [first, second]: readonly string[]): CommanderError {
  if (problem.code !== 'commander.help' || first !== 'help' || second === undefined) return problem;
  const names = commands.map(({ name }) => name);
  const message = `unknown command '${second}'${didYouMean(second, names)}`;
  return new CommanderError(1, 'commander.unknownCommand', message);
}

function makeProgram(
  rows: readonly Command[],
  terminal: Terminal,
  signal: AbortSignal,
  exit: (code: number) => void,
): Commander {
  const program = new Commander('hookline')
    .description('The hook engine for AI agents.')
    .version(version, '-V, --version', 'the version')
    .helpOption('-h, --help', 'what can be done, and how')
    .helpCommand('help [command]', 'how a command is used')
    .option('--debug', 'show where an unexpected error comes from')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      // Commander writes the help here when no command is named. Errors are shown elsewhere.
      writeErr: (text) => void (!text.startsWith('error:') && terminal.tell(text.trimEnd())),
      getOutHasColors: () => terminal.colors.isColorSupported,
    })
    .addHelpText('after', `\nExit codes\n${exitLines(programExits).join('\n')}`);
  for (const row of rows) addCommand(program, row, terminal, signal, exit);
  return program;
}

function addCommand(
  program: Commander,
  row: Command,
  terminal: Terminal,
  signal: AbortSignal,
  exit: (code: number) => void,
): void {
  const command = program.command(row.name).description(row.summary).helpOption('-h, --help', 'this text');
  for (const parameter of row.arguments) command.addArgument(asArgument(parameter));
  for (const parameter of row.options) command.addOption(asOption(parameter));
  command.addHelpText('after', helpAfter(row)).action(async (...given: unknown[]) => {
    const options = command.optsWithGlobals();
    // Commander passes the arguments first, then the options and the command.
    const words = given
      .slice(0, -2)
      .flat()
      .filter((word) => word !== undefined)
      .map(String);
    const run = await row.load();
    exit(await run({ arguments: words, options, terminal, signal }));
  });
}

function asArgument({ flags, summary, values }: Parameter): Argument {
  const argument = new Argument(flags, summary);
  return isWords(values) ? argument.choices(values).argParser(oneOf(values)) : argument;
}

function asOption({ flags, summary, repeats, values }: Parameter): Option {
  const option = new Option(flags, summary);
  if (isWords(values)) option.choices(values).argParser(oneOf(values));
  if (repeats)
    option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
  return option;
}

/** Commander would list the words, but not suggest the one that was meant. */
function oneOf(words: readonly string[]): (value: string) => string {
  return (value) => {
    if (words.includes(value)) return value;
    const meant = nearest(value, words);
    const hint = meant === null ? '' : `Did you mean "${meant}"? `;
    throw new InvalidArgumentError(`${hint}Allowed choices are ${words.join(', ')}.`);
  };
}

/** The examples and exit codes at the end of a command's help. */
function helpAfter({ examples, exits }: Command): string {
  const shown = examples.flatMap(([line, meaning]) => [`  ${line}`, `      ${meaning}`]);
  const codes = exits === undefined ? [] : ['', 'Exit codes', ...exitLines(exits)];
  return ['', 'Examples', ...shown, ...codes].join('\n');
}

function exitLines(exits: Readonly<Record<number, string>>): string[] {
  return Object.entries(exits).map(([code, meaning]) => `  ${code.padEnd(3)}  ${meaning}`);
}
