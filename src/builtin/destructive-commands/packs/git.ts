import { spelling, subcommandOf } from '../../../shell/queries.ts';
import type { ShellCommand, ShellReading } from '../../../shell/reading.ts';
import { lockFiles } from '../../lock-files.ts';
import { type Loss, mayLose } from '../repository.ts';
import { type CallForm, calls, type DangerRule, either, sourceOf, type Test } from '../rule.ts';

/** A call of git that is harmless where a look at the repository shows that nothing is lost. */
function unlessClean(loss: Loss, test: Test): Test {
  return (command, place) => {
    const found = test(command, place);
    if (found === null || !place.looks || !isFirst(command, place.reading)) return found;
    return mayLose(loss, command, place.cwd) ? found : null;
  };
}

/** Whether nothing before it in the line changes what a look at the repository would see now. */
function isFirst(command: ShellCommand, { commands }: ShellReading): boolean {
  return commands.slice(0, commands.indexOf(command)).every((before) => {
    if (before.redirections.some(({ operator }) => operator.includes('>'))) return false;
    if (before.name === 'git')
      return /^(?:fetch|status|diff|log|show|remote|rev-parse|ls-files)$/.test(
        subcommandOf(before)?.path[0] ?? '',
      );
    return (
      before.wraps !== null ||
      /^(?:cd|echo|printf|pwd|ls|true|:|test|\[|set|export|cat|grep)$/.test(before.name)
    );
  });
}

const git = (sub: string | readonly string[], more: Omit<CallForm, 'program' | 'sub'> = {}): Test =>
  calls({ program: 'git', sub: [sub].flat(), ...more });

const harmlessOption = /^(?:--staged|-S|--worktree|-W|--source=.+|--ours|--theirs|--quiet|-q)$/;

/** Whether all the paths that it puts back are records of package managers, which can be made anew. */
function isOnlyLocks(command: ShellCommand): boolean {
  const sub = subcommandOf(command);
  const words = sub?.words.map(({ value }) => value) ?? [];
  const dashes = words.indexOf('--');
  // Before the dashes, a checkout may name the commit that the files come from.
  const before = (dashes < 0 ? words : words.slice(0, dashes)).filter(
    (word) => word === null || !harmlessOption.test(word),
  );
  const hasCommit = sub?.path[0] === 'checkout' && dashes >= 0 && before.length === 1;
  if (before.some((word) => word === null || word.startsWith('-'))) return false;
  const paths = [...(hasCommit ? [] : before), ...(dashes < 0 ? [] : words.slice(dashes + 1))];
  return paths.length > 0 && paths.every((path) => path !== null && isLock(path));
}

/** A path that starts with a colon says something to git: `:!yarn.lock` is everything else. */
function isLock(path: string): boolean {
  return !path.startsWith(':') && lockFiles.includes(path.slice(path.lastIndexOf('/') + 1));
}

/** `git checkout -- file`, `git checkout .`: paths, not branches. */
const checkoutPaths: Test = (command, { reading }) => {
  const words = wordsBehind(command, 'checkout');
  if (
    words === null ||
    isOnlyLocks(command) ||
    words.some((word) => /^-[bB]$|^--(?:orphan|track|detach)$/.test(word))
  )
    return null;
  const isPath =
    (words.includes('--') && words.at(-1) !== '--') ||
    words.some((word) => word === '.' || word === ':/' || /^\.\//.test(word));
  const isForced = words.some((word) => /^-f$|^--force$/.test(word));
  return isPath || isForced ? { about: sourceOf(command, reading) } : null;
};

const restorePaths: Test = (command, { reading }) => {
  const words = wordsBehind(command, 'restore');
  if (words === null || isOnlyLocks(command)) return null;
  const isStaged =
    words.some((word) => /^--staged$|^-S$/.test(word)) &&
    !words.some((word) => /^--worktree$|^-W$|^-[SW]*W/.test(word));
  return isStaged ? null : { about: sourceOf(command, reading) };
};

const pushOver: Test = (command, { reading }) => {
  const words = wordsBehind(command, 'push');
  if (words === null) return null;
  const isForced =
    words.some((word) => /^--forc?e?$|^-[a-zA-Z]*f[a-zA-Z]*$|^--mirr?o?r?$/.test(word)) ||
    words.some((word) => /^\+\S/.test(word));
  const deletes =
    words.some((word) => /^--delete$|^-d$|^--prune$/.test(word)) ||
    words.slice(1).some((word) => /^:\S/.test(word));
  if (!isForced && !deletes) return null;
  return { about: sourceOf(command, reading), ...(deletes && !isForced && { severity: 'ask' as const }) };
};

function wordsBehind(command: ShellCommand, name: string): readonly string[] | null {
  if (command.name !== 'git') return null;
  const sub = subcommandOf(command);
  return sub?.path[0] === name ? sub.words.map(spelling) : null;
}

export const gitRules: readonly DangerRule[] = [
  {
    id: 'git.reset-hard',
    severity: 'deny',
    catches: 'git reset --hard and --merge, where there are changes that are not committed.',
    why: 'changes that are not committed are lost',
    instead: 'Commit or stash them first: git stash.',
    test: unlessClean(
      'changes',
      either(
        git('reset', { flags: ['--hard', '--merge'] }),
        git('read-tree', { flags: ['--reset', '-u'] }),
        git('checkout-index', { flags: ['-f', '--force'] }),
      ),
    ),
    stops: ['git reset --hard', 'git reset --hard HEAD~1', 'git -C . reset --hard origin/main'],
    passes: ['git reset', 'git reset --soft HEAD~1', 'git reset HEAD a.txt'],
  },
  {
    id: 'git.clean',
    severity: 'deny',
    catches: 'git clean -f, where there are files that git does not know.',
    why: 'files that were never committed are lost',
    instead: 'Look first: git clean -n. Then remove the files by name.',
    test: unlessClean('untracked', (command, place) =>
      git('clean', { flags: ['-f', '--force'], without: ['-n', '--dry-run'] })(command, place),
    ),
    stops: ['git clean -fd', 'git clean -xdf', 'git clean --force'],
    passes: ['git clean -n', 'git clean -ndx'],
  },
  {
    id: 'git.checkout',
    severity: 'deny',
    catches: 'git checkout of paths, and git checkout -f, where they have changes.',
    why: 'changes that are not committed are lost',
    instead: 'Look first: git diff. Keep them with: git stash push PATH.',
    test: unlessClean('changes', checkoutPaths),
    stops: ['git checkout -- .', 'git checkout .', 'git checkout HEAD -- src/a.ts', 'git checkout -f main'],
    passes: [
      'git checkout main',
      'git checkout -b topic',
      'git switch topic',
      'git checkout -- package-lock.json',
    ],
  },
  {
    id: 'git.restore',
    severity: 'deny',
    catches: 'git restore of the working tree, where it has changes.',
    why: 'changes that are not committed are lost',
    instead: 'Look first: git diff. Unstage with: git restore --staged PATH.',
    test: unlessClean(
      'changes',
      either(restorePaths, git('switch', { flags: ['-f', '--force', '--discard-changes'] })),
    ),
    stops: [
      'git restore .',
      'git restore src/a.ts',
      'git restore --staged --worktree .',
      'git switch --discard-changes main',
    ],
    passes: ['git restore --staged a.ts', 'git switch main', 'git restore yarn.lock'],
  },
  {
    id: 'git.stash',
    severity: 'deny',
    catches: 'git stash drop and clear.',
    why: 'stashed changes are lost',
    instead: 'Keep it, or apply it first: git stash apply.',
    test: unlessClean('stashes', (command, { reading }) => {
      const words = wordsBehind(command, 'stash');
      return words !== null && /^(?:drop|clear)$/.test(words[0] ?? '')
        ? { about: sourceOf(command, reading) }
        : null;
    }),
    stops: ['git stash drop', 'git stash clear', 'git stash drop stash@{1}'],
    passes: ['git stash', 'git stash list', 'git stash pop', 'git stash apply'],
  },
  {
    id: 'git.branch-delete',
    severity: 'deny',
    catches: 'git branch -D, and deleting references by hand.',
    why: 'commits that are on no other branch are lost',
    instead: 'Use git branch -d, which refuses branches that are not merged.',
    test: unlessClean(
      'branches',
      either(
        git('branch', { flags: ['-D'] }),
        (command, place) => {
          const words = wordsBehind(command, 'branch') ?? [];
          const isBoth =
            words.some((word) => /^-[a-zA-Z]*d|^--delete$/.test(word)) &&
            words.some((word) => /^-[a-zA-Z]*f|^--force$/.test(word));
          return isBoth ? { about: sourceOf(command, place.reading) } : null;
        },
        git('update-ref', { flags: ['-d'] }),
        git('symbolic-ref', { flags: ['-d', '--delete'] }),
      ),
    ),
    stops: ['git branch -D topic', 'git branch --delete --force topic', 'git update-ref -d refs/heads/main'],
    passes: ['git branch -d topic', 'git branch topic', 'git branch --list'],
  },
  {
    id: 'git.push-force',
    severity: 'deny',
    catches: 'git push --force, +ref and --mirror; asks for deleting remote branches.',
    why: 'it overwrites what others have pushed',
    instead: 'Use git push --force-with-lease, which refuses when somebody else has pushed.',
    test: pushOver,
    stops: [
      'git push --force',
      'git push -f origin main',
      'git push origin +main',
      'git push --mirror',
      'git push origin --delete topic',
      'git push origin :topic',
    ],
    passes: ['git push', 'git push -u origin topic', 'git push --force-with-lease', 'git push --tags'],
  },
  {
    id: 'git.history',
    severity: 'deny',
    catches: 'Rewriting all history, and removing what could still be recovered.',
    why: 'what it removes from the history cannot be recovered',
    instead: 'Work on a copy of the repository.',
    test: either(
      git(['filter-branch', 'filter-repo']),
      git('reflog', { word: /^(?:expire|delete)$/ }),
      git('gc', { text: /--prune(?:=(?:now|all))/ }),
      git('prune'),
      git('worktree', { word: /^remove$/, flags: ['-f', '--force'] }),
      git('tag', { flags: ['-d', '--delete'] }),
      git('rm', { flags: ['-f', '--force'], without: ['--cached'] }),
      git('submodule', { word: /^deinit$/, flags: ['-f', '--force'] }),
      git('lfs', { word: /^prune$/ }),
    ),
    stops: [
      'git filter-branch --all',
      'git reflog expire --expire=now --all',
      'git gc --prune=now',
      'git worktree remove --force ../w',
    ],
    passes: ['git gc', 'git reflog', 'git worktree list', 'git tag v1'],
  },
];
