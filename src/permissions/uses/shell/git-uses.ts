import { lookUp } from '../../../engine/values/look-up.ts';
import { givenWords, OptionTable } from '../../../shell/options.ts';
import type { ShellWord } from '../../../shell/reading.ts';
import { subcommandIn } from '../../../shell/tables/subcommands.ts';
import type { Access } from '../path-use.ts';
import type { WordUse } from './word-uses.ts';

/** What git's commands do to the files that they are given. Those that are not listed only work on its own store. */
const does: Readonly<Record<string, readonly Access[]>> = {
  add: ['read'],
  apply: ['read'],
  am: ['read'],
  archive: ['read'],
  blame: ['read'],
  'cat-file': ['read'],
  annotate: ['read'],
  checkout: ['write'],
  'checkout-index': ['write'],
  clean: ['delete'],
  clone: ['write'],
  diff: ['read'],
  'diff-files': ['read'],
  'diff-index': ['read'],
  'diff-tree': ['read'],
  difftool: ['read'],
  'format-patch': ['read'],
  grep: ['read'],
  'hash-object': ['read'],
  init: ['write'],
  log: ['read'],
  mv: ['delete', 'write'],
  restore: ['write'],
  rm: ['delete'],
  show: ['read'],
  stage: ['read'],
  'update-index': ['read'],
  whatchanged: ['read'],
  worktree: ['write'],
};

const options = new OptionTable(
  '-m: -C: -c: -F< -o> -b: -B: -e: -n: -S: -G: -L: -U: -A: -s: --source: --message: --author: --date: --grep: --format: --pretty: --since: --until: --output> --file< --pathspec-from-file< --exclude: --include: --directory: --cached',
);

export function gitUses(words: readonly ShellWord[]): readonly WordUse[] {
  const subcommand = subcommandIn('git', words);
  const [name = ''] = subcommand?.path ?? [];
  const given = givenWords(options, subcommand?.words ?? words);
  const files = [
    ...given.reads.map((word): WordUse => ({ access: 'read', word })),
    ...given.writes.map((word): WordUse => ({ access: 'write', word })),
  ];
  // `HEAD:secrets/key` is a file of another time.
  const place = subcommand?.options.find((option) => option.name === '-C')?.value ?? null;
  const operands = given.operands.flatMap((word) => [word, ...behindColon(word), ...inPlace(word, place)]);
  // Only the index forgets the file.
  const isUntracking = name === 'rm' && given.flags.has('--cached');
  return [
    ...files,
    ...(isUntracking ? [] : (lookUp(does, name) ?? [])).flatMap((access) =>
      operands.map(
        (word): WordUse => ({ access, word, guessed: true, ...(access === 'write' && { copied: [] }) }),
      ),
    ),
  ];
}

/** `git -C folder` works there. */
function inPlace(word: ShellWord, place: ShellWord | null): readonly ShellWord[] {
  if (place === null || word.value === null || word.value.startsWith('/')) return [];
  const behind = `/${word.value}`;
  return [
    {
      ...place,
      value: place.value === null ? null : place.value + behind,
      pieces: [...place.pieces, { kind: 'text', text: behind }],
    },
  ];
}

function behindColon(word: ShellWord): readonly ShellWord[] {
  const at = word.value?.indexOf(':') ?? -1;
  if (word.value === null || at < 0) return [];
  const value = word.value.slice(at + 1);
  return [{ ...word, value, pieces: [{ kind: 'text', text: value }] }];
}
