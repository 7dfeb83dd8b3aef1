import { OptionTable } from '../../programs/option-table.ts';
import { type GivenWords, givenWords } from '../../read/options.ts';
import type { ShellWord } from '../../read/reading.ts';
import { readFd } from '../../read/runs/wrapping/adding.ts';

const fdOptions = new OptionTable(
  '-HIuUsigaFLpl01qhV -e: -t: -d: -E: -S: -j: -c: -o: -C< --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-require-git ' +
    '--no-global-ignore-file --unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --literal --absolute-path ' +
    '--follow --full-path --list-details --print0 --prune --quiet --has-results --show-errors --one-file-system --mount --xdev ' +
    '--extension: --type: --max-depth: --maxdepth: --min-depth: --exact-depth: --exclude: --size: --threads: --color: --owner: ' +
    '--changed-within: --changed-after: --change-newer-than: --newer: --changed-before: --change-older-than: --older: ' +
    '--max-results: --max-buffer-time: --batch-size: --ignore-file: --ignore-contain: --path-separator: --format: --and: ' +
    '--base-directory< --search-path< --strip-cwd-prefix? --hyperlink?',
);

/** Its own words, without the commands that it starts. */
function fdWords(words: readonly ShellWord[]): GivenWords {
  return givenWords(fdOptions, readFd(words).own);
}

/** Whether `fd` looks at whole paths, not at names. */
export function isFdOfPaths(words: readonly ShellWord[]): boolean {
  const { flags } = fdWords(words);
  return flags.has('-p') || flags.has('--full-path');
}

/** What `fd` looks for in names; any where it is not told. */
export function fdPattern(words: readonly ShellWord[]): string {
  return fdWords(words).operands[0]?.value ?? '';
}
