import { constants } from 'node:os';
import { Argument, Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ConfigError } from '../config/source/problem.ts';
import { HooklineError } from '../engine/values/errors.ts';
import { didYouMean, nearest } from '../engine/values/suggest.ts';
import { messageOf } from '../engine/values/text.ts';
import { visible } from '../gateway/answer/visible.ts';
import { type Command, isWords, type Parameter } from './command.ts';
import { commands, programExits } from './commands.ts';
import { showProblems, summarize } from './show/show-problem.ts';
import { makeTerminal, type Terminal } from './terminal/terminal.ts';
import { version } from './version.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The time for a command to clean up before the program ends without it. */
const patienceMs = 3000;

interface Interruption {
  readonly signal: AbortSignal;
  /** As in shells: 130 after Ctrl-C. Null while running. */
  readonly exitCode: number | null;
  stop(): void;
}

function listenForInterruption(): Interruption {
  const controller = new AbortController();
  let exitCode: number | null = null;
  const interrupt = (name: (typeof signals)[number]): void => {
    if (exitCode !== null) process.exit(exitCode);
    const code = 128 + constants.signals[name];
    exitCode = code;
    controller.abort(new Error(`interrupted by ${name}`));
    setTimeout(() => process.exit(code), patienceMs).unref();
  };
  for (const name of signals) process.on(name, interrupt);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    stop() {
      // A second one may come late, when the program has all but ended.
      if (exitCode !== null) return;
      for (const name of signals) process.off(name, interrupt);
    },
  };
}

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

/** Commander lists the words, but doesn't suggest the one that was meant. */
function oneOf(words: readonly string[]): (value: string) => string {
  return (value) => {
    if (words.includes(value)) return value;
    const meant = nearest(value, words);
    const hint = meant === null ? '' : `Did you mean "${meant}"? `;
    throw new InvalidArgumentError(`${hint}Allowed choices are ${words.join(', ')}.`);
  };
}

function helpAfter({ examples, exits }: Command): string {
  const shown = examples.flatMap(([line, meaning]) => [`  ${line}`, `      ${meaning}`]);
  const codes = exits === undefined ? [] : ['', 'Exit codes', ...exitLines(exits)];
  return ['', 'Examples', ...shown, ...codes].join('\n');
}

function exitLines(exits: Readonly<Record<number, string>>): string[] {
  return Object.entries(exits).map(([code, meaning]) => `  ${code.padEnd(3)}  ${meaning}`);
}

function tellProblem(problem: unknown, terminal: Terminal, isDebug: boolean): void {
  const { tell, messageColors: colors } = terminal;
  const error = colors.red('error:');
  const stack = isDebug && problem instanceof Error ? problem.stack : undefined;
  if (stack !== undefined) tell(`${error} ${stack}`);
  else if (problem instanceof ConfigError) {
    for (const line of showProblems(problem.problems, colors)) tell(line);
    tell(`${error} ${summarize(problem.problems)}`);
  } else {
    tell(`${error} ${visible(messageOf(problem))}`);
    if (!(problem instanceof HooklineError))
      tell('This was not expected. With --debug it shows where it comes from.');
  }
}

function tellWrongCall(
  { message, code }: CommanderError,
  { tell, messageColors }: Terminal,
  command: string | undefined,
): void {
  // Without a command, Commander shows the help and has no message.
  if (code === 'commander.help') return;
  const text = message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (one of )?(.*)\?\)$/, (_, __, names: string) => `, did you mean ${names}?`);
  tell(`${messageColors.red('error:')} ${visible(text)}`);
  tell(`Try: hookline ${command === undefined ? '' : `${command} `}--help`);
}
