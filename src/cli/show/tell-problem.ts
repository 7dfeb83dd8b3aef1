import type { CommanderError } from 'commander';
import { ConfigError } from '../../config/source/problem.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { visible } from '../../gateway/answer/visible.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { showProblem, summarize } from './show-problem.ts';

/** Shows a problem with a hint. Shows a stack trace only with `--debug`. */
export function tellProblem(problem: unknown, terminal: Terminal, isDebug: boolean): void {
  const { tell, messageColors: colors } = terminal;
  const error = colors.red('error:');
  const stack = isDebug && problem instanceof Error ? problem.stack : undefined;
  if (stack !== undefined) tell(`${error} ${stack}`);
  else if (problem instanceof ConfigError) {
    for (const each of problem.problems) tell(showProblem(each, colors));
    tell(`${error} ${summarize(problem.problems)}`);
  } else {
    tell(`${error} ${visible(messageOf(problem))}`);
    if (!(problem instanceof HooklineError))
      tell('This was not expected. With --debug it shows where it comes from.');
  }
}

/** Shows what is wrong with a command line. */
export function tellWrongCall(
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
