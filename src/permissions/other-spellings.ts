import type { ShellCommand, ShellWord } from '../shell/reading.ts';
import { subcommandIn } from '../shell/tables/subcommands.ts';
import { type Symbols, wordEnd } from './command-pattern.ts';

/** They run a program where the package has no script of that name. npm does not. */
const runners: ReadonlySet<string> = new Set(['pnpm', 'yarn', 'bun']);

/** Subcommands behind which `run` stands. */
const groups: ReadonlySet<string> = new Set(['run', 'workspace', 'workspaces']);

/** What they do themselves, although a program has that name too. */
const ownCommands: ReadonlySet<string> = new Set(
  'add audit build create env exec init install link ln ls node pack rm server set stop test up update version why'.split(
    ' ',
  ),
);

/**
 * The words that a runner of scripts may take for a command: `git push` of `pnpm git push` and of `bun run git push`. Only
 * for rules that hold back: whoever allows `yarn run *` means the scripts.
 */
export function scriptWords({ name, words }: ShellCommand): readonly ShellWord[] {
  if (!runners.has(name)) return [];
  const { path = [], places = [] } = subcommandIn(name, words) ?? {};
  const [first = ''] = path;
  const [start] = places;
  if (start === undefined || ownCommands.has(first)) return [];
  if (!groups.has(first)) return words.slice(start);
  const run = words.findIndex(({ value }) => value === 'run');
  const at = words.findIndex(({ value }, place) => place > run && value?.startsWith('-') !== true);
  // A name that is only known at run time is that of a script.
  return run < 0 || at < 0 || words[at]?.value === null ? [] : words.slice(at);
}

/** `git-push` is `git push`, and `GIT.EXE` is `git`. */
export function otherNames(name: string): readonly Symbols[] {
  const plain = withoutExe(name);
  return [
    ...(plain === name ? [] : [[...plain]]),
    ...(plain.startsWith('git-') ? [[...'git', wordEnd, ...plain.slice(4)]] : []),
  ];
}

/** Where a name may end in `.exe`, its case does not count either. */
export function withoutExe(name: string): string {
  return /.\.exe$/i.test(name) ? name.slice(0, -4).toLowerCase() : name;
}
