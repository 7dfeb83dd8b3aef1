import { subcommandCard } from '../shell/programs/cards.ts';
import { subcommandOf } from '../shell/read/queries.ts';
import type { ShellCommand, ShellWord } from '../shell/read/reading.ts';
import { type Symbols, wordEnd } from './command-pattern.ts';

const groups: ReadonlySet<string> = new Set(['run', 'workspace', 'workspaces']);

const ownCommands: ReadonlySet<string> = new Set(
  'add audit build create env exec init install link ln ls node pack rm server set stop test up update version why'.split(
    ' ',
  ),
);

/** `git push` of `pnpm git push`. Only for rules that deny or ask: `yarn run *` as an allow means the scripts. */
export function scriptWords(command: ShellCommand): readonly ShellWord[] {
  const { card, words } = command;
  if (card?.runs !== 'scripts') return [];
  const { path = [], places = [] } = subcommandOf(command) ?? {};
  const [first = ''] = path;
  const [start] = places;
  if (start === undefined || ownCommands.has(first)) return [];
  if (!groups.has(first)) return words.slice(start);
  const run = words.findIndex(({ value }) => value === 'run');
  const at = words.findIndex(({ value }, place) => place > run && value?.startsWith('-') !== true);
  // A name that is only known at run time is that of a script.
  return run < 0 || at < 0 || words[at]?.value === null ? [] : words.slice(at);
}

/** `git send-pack` does what `git push` does. */
export function actsAs(name: string, path: readonly string[]): readonly string[] {
  const acts = subcommandCard(name, path)?.acts;
  return acts === undefined ? path : [acts];
}

/** `git-push` is `git push`, and `GIT.EXE` is `git`. */
export function otherNames(name: string): readonly Symbols[] {
  const plain = withoutExe(name);
  return [
    ...(plain === name ? [] : [[...plain]]),
    ...(plain.startsWith('git-') ? [[...'git', wordEnd, ...plain.slice(4)]] : []),
  ];
}

function withoutExe(name: string): string {
  return /.\.exe$/i.test(name) ? name.slice(0, -4).toLowerCase() : name;
}
