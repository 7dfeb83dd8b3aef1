import { spelling, subcommandOf } from '../read/queries.ts';
import type { ShellCommand } from '../read/reading.ts';

/** Behind these, a word is a value and no option: `git push -o --dry-run`. */
const takesValue = /^(?:-[a-zA-Z]*o|--push-option)$/;
const takenBack = /^--(?:no-dry-?run|dry-?run=(?:none|false|0|no))$/;
const help = /^(?:-h|-V|-help|--help|--version)$/;

/** Whether a command only prints its help, or only says what it would do. */
export function isDryRun(command: ShellCommand): boolean {
  const end = command.words.findIndex(({ value }) => value === '--');
  const words = (end < 0 ? command.words : command.words.slice(0, end)).map(spelling);
  if (asksForHelp(command, words)) return true;
  const { dryRun } = command.card ?? {};
  if (dryRun === undefined || words.some((word) => takenBack.test(word))) return false;
  return words.some((word, at) => dryRun.test(word) && !takesValue.test(words[at - 1] ?? ''));
}

/** `--help` behind other words counts only where those are no paths: some systems' `rm -r / --help` removes. */
function asksForHelp(command: ShellCommand, words: readonly string[]): boolean {
  if (words.length === 1 && help.test(words[0] ?? '')) return true;
  const sub = subcommandOf(command);
  if (sub === null || command.wraps !== null) {
    const takesPaths = command.card?.slots.some(({ role }) => role !== 'text') ?? true;
    return !takesPaths && words.includes('--help');
  }
  if (sub.path[0] === 'help') return true;
  const own = sub.words.map(spelling);
  return words.some((word) => /^--?help$/.test(word)) || (own.length === 1 && own[0] === '-h');
}
