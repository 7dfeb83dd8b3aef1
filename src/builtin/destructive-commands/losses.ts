import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { absolutePath } from '../../files/real-path.ts';
import { spelling, subcommandOf } from '../../shell/read/queries.ts';
import type { ShellCommand } from '../../shell/read/reading.ts';
import { lockFiles } from '../lock-files.ts';
import type { CallPlace, Losses } from './rule.ts';

const maxMs = 2000;

export function losesNothing(unless: readonly Losses[], command: ShellCommand, place: CallPlace): boolean {
  return unless.some((kind) => {
    if (kind === 'locks') return isOnlyLocks(command);
    return place.looks && seesRepository(command, place) && !mayLose(kind, command, place.cwd);
  });
}

/** Whether nothing before it in the line changes what a look at the repository would see now. */
export function seesRepository(command: ShellCommand, place: CallPlace): boolean {
  const commands = place.readingOf(command)?.commands ?? [];
  return commands.slice(0, commands.indexOf(command)).every((before) => {
    if (place.pathsOf(before).some(({ kind }) => kind === 'write' || kind === 'delete')) return false;
    const { card, wraps } = before;
    if (card?.changes === 'repository')
      return /^(?:fetch|status|diff|log|show|remote|rev-parse|ls-files)$/.test(
        subcommandOf(before)?.path[0] ?? '',
      );
    return (
      wraps !== null ||
      (card !== null && card.changes === undefined && card.reach === undefined && card.language === undefined)
    );
  });
}

const harmlessOption = /^(?:--staged|-S|--worktree|-W|--source=.+|--ours|--theirs|--quiet|-q)$/;

function isOnlyLocks(command: ShellCommand): boolean {
  const sub = subcommandOf(command);
  const words = sub?.words.map(({ value }) => value) ?? [];
  const dashes = words.indexOf('--');
  // Before the dashes, a checkout may name the commit that the files come from.
  const before = (dashes < 0 ? words : words.slice(0, dashes)).filter(
    (word) => word === null || !harmlessOption.test(word),
  );
  const hasCommit =
    sub?.path[0] === 'checkout' &&
    (dashes >= 0 ? before.length === 1 : before.length > 1 && !isLock(before[0] ?? ''));
  if (before.some((word) => word === null || word.startsWith('-'))) return false;
  const paths = [...(hasCommit ? before.slice(1) : before), ...(dashes < 0 ? [] : words.slice(dashes + 1))];
  return paths.length > 0 && paths.every((path) => path !== null && isLock(path));
}

/** `:!yarn.lock` is everything else. */
function isLock(path: string): boolean {
  return !path.startsWith(':') && lockFiles.includes(path.slice(path.lastIndexOf('/') + 1));
}

type Seen = Exclude<Losses, 'locks'>;

/** Looks at the repository. Without one, or in doubt, something may be lost. */
function mayLose(loss: Seen, command: ShellCommand, cwd: string): boolean {
  const folder = repositoryFolder(command, cwd);
  if (folder === null) return true;
  try {
    return looks[loss](folder, command);
  } catch {
    return true;
  }
}

/** Git's folder; null where it is unclear. */
export function repositoryFolder(command: ShellCommand, cwd: string): string | null {
  const [folder] = command.folders;
  if (folder === null || folder === undefined || command.folders.length > 1) return null;
  const sub = subcommandOf(command);
  const places =
    sub?.options.filter(({ name }) => name === '-C').map(({ value }) => value?.value ?? null) ?? [];
  const others =
    sub?.options.some(({ name }) => name !== '-C' && name !== '-c' && name !== '--no-pager') ?? true;
  if (others || places.includes(null) || command.assignments.length > 0) return null;
  return places.reduce<string>((from, place) => resolve(from, place ?? ''), absolutePath(folder, cwd));
}

export function tellRepository(folder: string, ...words: readonly string[]): string | null {
  try {
    return read(folder, ...words);
  } catch {
    return null;
  }
}

const looks: Readonly<Record<Seen, (folder: string, command: ShellCommand) => boolean>> = {
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
    // Another branch may hold all its commits.
    return names.some((name) =>
      isHeldOnlyBy(
        folder,
        name,
        names.map((one) => `refs/heads/${one}`),
      ),
    );
  },
};

/** `git reset --hard HEAD~2` drops commits that no other branch has. */
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

function isHeldOnlyBy(folder: string, name: string, own: readonly string[]): boolean {
  const refs = ['refs/heads', 'refs/remotes', 'refs/tags'];
  const holders = read(folder, 'for-each-ref', `--contains=${name}`, '--format=%(refname)', ...refs);
  return holders.split('\n').every((ref) => ref === '' || own.includes(ref));
}

/** Git without the repository's hooks, programs and locks. */
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
