import { Command as Commander, CommanderError } from 'commander';
import { HooklineError } from '../engine/errors.ts';
import { messageOf } from '../engine/text.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { makeTerminal, type Terminal } from './terminal.ts';
import { version } from './version.ts';

/** Runs one command line and gives the code that the process exits with. Never throws. */
export async function runProgram(
  words: readonly string[],
  terminal: Terminal = makeTerminal(),
): Promise<number> {
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    // The second time, whoever insists is obeyed at once.
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort(new Error(`interrupted by ${signal}`));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  let exitCode = 0;
  const program = makeProgram(terminal, interruption.signal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...words], { from: 'user' });
    return interruption.signal.aborted ? 130 : exitCode;
  } catch (problem) {
    if (interruption.signal.aborted) return 130;
    return tellProblem(problem, terminal, words);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

function makeProgram(terminal: Terminal, signal: AbortSignal, exit: (code: number) => void): Commander {
  const program = new Commander('hookline')
    .description('The hook engine for AI agents.')
    .version(version, '-V, --version', 'the version')
    .helpOption('-h, --help', 'what can be done, and how')
    .option('--debug', 'show where an unexpected error comes from')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.print(text.trimEnd()), writeErr: () => undefined });
  for (const row of commands) addCommand(program, row, terminal, signal, exit);
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
  for (const { flags, summary } of row.arguments) command.argument(flags, summary);
  for (const { flags, summary, repeats } of row.options) {
    if (repeats) command.option(flags, summary, collect);
    else command.option(flags, summary);
  }
  command.addHelpText('after', helpAfter(row)).action(async (...given: unknown[]) => {
    const options = command.optsWithGlobals();
    // Commander gives the arguments first, then the options and the command itself.
    const words = given
      .slice(0, -2)
      .flat()
      .filter((word) => word !== undefined)
      .map(String);
    const run = await row.load();
    exit(await run({ arguments: words, options, terminal, signal }));
  });
}

function collect(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

/** The examples and exit codes of a command, as its help ends. */
function helpAfter({ examples, exits }: Command): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  const shown = examples.map(([line, meaning]) => `  ${line.padEnd(width)}   ${meaning}`);
  const codes = Object.entries(exits ?? {}).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return ['', 'Examples', ...shown, ...(codes.length > 0 ? ['', 'Exit codes', ...codes] : [])].join('\n');
}

/** One message and a hint; a stack trace only for those who ask. */
function tellProblem(problem: unknown, { tell, colors }: Terminal, words: readonly string[]): number {
  if (problem instanceof CommanderError) {
    if (problem.exitCode === 0) return 0;
    const command = commands.find(({ name }) => name === words[0]);
    // Without a command, Commander shows the help and has nothing to say.
    if (problem.code !== 'commander.help')
      tell(`${colors.red('error:')} ${problem.message.replace(/^error: /, '')}`);
    tell(`Try: hookline ${command === undefined ? '' : `${command.name} `}--help`);
    return 1;
  }
  const isExpected = problem instanceof HooklineError;
  const isDebug = words.includes('--debug');
  const stack = isDebug && problem instanceof Error ? problem.stack : undefined;
  tell(`${colors.red('error:')} ${stack ?? messageOf(problem)}`);
  if (!isExpected && !isDebug) tell('This was not expected. With --debug it shows where it comes from.');
  return 1;
}
