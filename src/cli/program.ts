import { constants } from 'node:os';
import { Argument, Command as Commander, CommanderError, Option } from 'commander';
import { ConfigError } from '../config/source/problem.ts';
import { HooklineError } from '../engine/values/errors.ts';
import { lookUp } from '../engine/values/look-up.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import { messageOf } from '../engine/values/text.ts';
import { visible } from '../gateway/answer/visible.ts';
import { type Command, type CommandCall, type CommandRun, isWords } from './command.ts';
import { commands, programExits } from './commands.ts';
import { showProblems, summarize } from './show/show-problem.ts';
import { layOutTable } from './terminal/table.ts';
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
  const end = words.indexOf('--');
  const own = new Set(end < 0 ? words : words.slice(0, end));
  const terminal = makeTerminal({ isPlain: own.has('--no-color') });
  const interruption = listenForInterruption();
  const isDebug = own.has('--debug');
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
  const program = makeProgram(called === undefined ? commands : [called], terminal, async (run, call) => {
    const isJson = call.options['json'] === true;
    const { signal } = interruption;
    const isLiteral = words.includes('--') && call.arguments.length < words.length - words.indexOf('--');
    exitCode = await run({ ...call, isLiteral, isJson, terminal, signal, commands });
  });
  try {
    // People write -v for the version, and for more words behind a command.
    await program.parseAsync(words[0] === '-v' ? ['--version'] : [...words], { from: 'user' });
    return interruption.exitCode ?? exitCode;
  } catch (problem) {
    if (interruption.exitCode !== null) return interruption.exitCode;
    if (!(problem instanceof CommanderError)) tellProblem(problem, terminal, isDebug);
    else if (problem.exitCode === 0) return 0;
    else tellWrongCall(problem, words, terminal, called);
    return called?.broken ?? 1;
  }
}

type Start = (run: CommandRun, call: Pick<CommandCall, 'name' | 'arguments' | 'options'>) => Promise<void>;

function makeProgram(rows: readonly Command[], terminal: Terminal, start: Start): Commander {
  const program = new Commander('hookline')
    .description('Guards AI agents: hooks that observe, deny or change what they do.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .commandsGroup(rows.at(-1)?.group ?? '')
    .helpCommand('help [command]', 'Show how to use a command.')
    .option('--debug', 'show where an unexpected error comes from')
    .option('--no-color', 'print without colors')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      // Commander writes the help here when no command is named. Errors are shown elsewhere.
      writeErr: (text) => void (!text.startsWith('error:') && terminal.tell(text.trimEnd())),
      getOutHasColors: () => terminal.colors.isColorSupported,
    })
    .addHelpText('after', `\nExit codes\n${exitLines(programExits).join('\n')}`);
  for (const row of rows) addCommand(program, row, start);
  return program;
}

function addCommand(program: Commander, row: Command, start: Start): void {
  const command = program
    .command(row.name)
    .helpGroup(row.group)
    .description(row.summary)
    .helpOption('-h, --help', 'show this help');
  for (const { flags, summary, values } of row.arguments) {
    const argument = new Argument(flags, summary);
    command.addArgument(isWords(values) ? argument.argParser(oneOf(flags, values)) : argument);
  }
  for (const { flags, summary, values, repeats } of row.options) {
    const option = new Option(flags, summary);
    if (isWords(values)) option.argParser(oneOf(flags, values));
    if (repeats) option.argParser((value, before: readonly string[] = []) => [...before, value]);
    command.addOption(option);
  }
  command.addHelpText('after', helpAfter(row)).action(async (...given: unknown[]) => {
    // Commander passes the arguments first, then the options and the command.
    const words = given.slice(0, -2).flat();
    const call = {
      name: row.name,
      arguments: words.filter((word) => word !== undefined).map(String),
      options: command.optsWithGlobals(),
    };
    await start(await row.load(), call);
  });
}

function oneOf(flags: string, words: readonly string[]): (value: string) => string {
  const [, name = ''] = /[<[](\w+)/.exec(flags) ?? [];
  return (value) => {
    if (words.includes(value)) return value;
    const hint = didYouMean(value, words) || `: it is one of ${words.join(', ')}`;
    throw new HooklineError('option-invalid', `unknown ${name} "${value}"${hint}`);
  };
}

function helpAfter({ examples, exits }: Command): string {
  const shown = Object.entries(examples).flatMap(([line, meaning]) => [`  ${line}`, `      ${meaning}`]);
  return ['', 'Examples', ...shown, '', 'Exit codes', ...exitLines(exits)].join('\n');
}

function exitLines(exits: Readonly<Record<number, string>>): readonly string[] {
  return layOutTable({ rows: Object.entries(exits), indent: '  ' }, 80);
}

function tellProblem(problem: unknown, terminal: Terminal, isDebug: boolean): void {
  const { tell, messageColors: colors } = terminal;
  const error = colors.red('error:');
  const stack = isDebug && problem instanceof Error ? problem.stack : undefined;
  if (stack !== undefined) tell(`${error} ${stack}`);
  else if (problem instanceof ConfigError) {
    tell(...showProblems(problem.problems, colors));
    tell(`${error} ${summarize(problem.problems)}`);
  } else {
    tell(`${error} ${visible(messageOf(problem))}`);
    if (!(problem instanceof HooklineError))
      tell('This error is unexpected. --debug shows where it comes from.');
  }
}

/** Commander's messages, in the words of ours. */
const wrongCalls: Readonly<Record<string, readonly [commanders: RegExp, ours: string]>> = {
  'commander.unknownCommand': [/^unknown command '(.*)'/, 'unknown command "$1"'],
  'commander.unknownOption': [/^unknown option '(.*)'/, 'unknown option "$1"'],
  'commander.missingArgument': [/^missing required argument '(.*)'$/, '<$1> is missing'],
  'commander.optionMissingArgument': [/^option '(?:.*?)(--[\w-]+) (.*)' argument missing$/, '$1 needs $2'],
  'commander.excessArguments': [
    /^too many arguments(?: for '.*')?\. Expected (\d+) arguments? but got (\d+)\.$/,
    'too many arguments: expected $1, got $2',
  ],
};

function tellWrongCall(
  { message, code }: CommanderError,
  [first, second]: readonly string[],
  { tell, messageColors }: Terminal,
  called: Command | undefined,
): void {
  const names = commands.map(({ name }) => name);
  const [theirs, ours] = lookUp(wrongCalls, code) ?? [/$/, ''];
  const [text = '', guess] = message.replace(/^error: /, '').split('\n(Did you mean ');
  const [suggested] = guess?.replace(/^one of /, '').split(/[,?]/) ?? [];
  const hint = suggested === undefined ? '' : `, did you mean "${suggested}"?`;
  let told = text.replace(theirs, ours) + hint;
  if (code === 'commander.help') {
    // Without a command, Commander shows the help and has no message.
    if (first !== 'help' || second === undefined) return;
    told = `unknown command "${second}"${didYouMean(second, names)}`;
  }
  tell(`${messageColors.red('error:')} ${visible(told)}`);
  tell(`Try: hookline ${called === undefined ? '' : `${called.name} `}--help`);
}
