import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { spelling, subcommandOf } from '../../shell/queries.ts';
import type { ShellCommand } from '../../shell/reading.ts';

/** What a call of git could lose. */
export type Loss = 'changes' | 'untracked' | 'stashes' | 'branches';

/** How long a look at a repository may take. */
const maxMs = 2000;

/**
 * Whether a call of git may lose something: a look at the repository, which changes nothing, may prove that it does not. No
 * repository there, or any doubt, counts as something to lose.
 */
export function mayLose(loss: Loss, command: ShellCommand, cwd: string): boolean {
  const [folder] = command.folders;
  if (folder === null || folder === undefined || command.folders.length > 1) return true;
  const sub = subcommandOf(command);
  const places =
    sub?.options.filter(({ name }) => name === '-C').map(({ value }) => value?.value ?? null) ?? [];
  const others =
    sub?.options.some(({ name }) => name !== '-C' && name !== '-c' && name !== '--no-pager') ?? true;
  if (others || places.includes(null) || command.assignments.length > 0) return true;
  const at = places.reduce<string>((from, place) => resolve(from, place ?? ''), resolve(cwd, folder));
  try {
    return looks[loss](at, command);
  } catch {
    return true;
  }
}

const looks: Readonly<Record<Loss, (folder: string, command: ShellCommand) => boolean>> = {
  changes: (folder, command) =>
    read(folder, 'status', '--porcelain', '--untracked-files=no').trim() !== '' ||
    leavesCommits(folder, command),
  untracked: (folder, command) => {
    const words = command.words.map(spelling);
    const all = words.some((word) => /^-[a-zA-Z]*[xX]/.test(word)) ? ['--ignored'] : [];
    return read(folder, 'status', '--porcelain', '--untracked-files=all', ...all)
      .split('\n')
      .some((line) => /^(?:\?\?|!!)/.test(line));
  },
  stashes: (folder) => read(folder, 'stash', 'list').trim() !== '',
  branches: (folder, command) => {
    const words = command.words.map(spelling);
    const names = words.slice(words.indexOf('branch') + 1).filter((word) => !word.startsWith('-'));
    if (names.length === 0 || words.indexOf('branch') < 0) return true;
    // A branch may go when another holds all its commits.
    return names.some((name) =>
      isHeldOnlyBy(
        folder,
        name,
        names.map((one) => `refs/heads/${one}`),
      ),
    );
  },
};

/** Whether a branch would go back behind commits that nothing else holds: `git reset --hard HEAD~2`. */
function leavesCommits(folder: string, command: ShellCommand): boolean {
  const sub = subcommandOf(command);
  if (sub?.path[0] !== 'reset') return false;
  const [target] = sub.words.map(spelling).filter((word) => !word.startsWith('-'));
  if (target === undefined || target === 'HEAD') return false;
  const [ahead] = read(folder, 'rev-list', '--count', 'HEAD', `^${target}`).split('\n');
  return (
    ahead !== '0' &&
    isHeldOnlyBy(folder, 'HEAD', [read(folder, 'rev-parse', '--symbolic-full-name', 'HEAD').trim()])
  );
}

/** Whether no other reference than these has all the commits of one. */
function isHeldOnlyBy(folder: string, name: string, own: readonly string[]): boolean {
  const kinds = ['refs/heads', 'refs/remotes', 'refs/tags'];
  const holders = read(folder, 'for-each-ref', `--contains=${name}`, '--format=%(refname)', ...kinds);
  return holders.split('\n').every((ref) => ref === '' || own.includes(ref));
}

/** A look at a repository, without its hooks, its configuration's programs or a lock. */
function read(folder: string, ...words: readonly string[]): string {
  const safe = [
    '-c',
    'core.fsmonitor=false',
    '-c',
    'core.hooksPath=/dev/null',
    '--no-optional-locks',
    '-C',
    folder,
  ];
  return execFileSync('git', [...safe, ...words], {
    encoding: 'utf8',
    timeout: maxMs,
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 16 * 1024 * 1024,
  });
}
