import { type GivenWords, givenWords, OptionTable } from '../../../shell/options.ts';
import { readFd } from '../../../shell/programs/wrapping/read-fd.ts';
import type { ShellWord } from '../../../shell/reading.ts';
import { startOf, thisFolder } from './word-uses.ts';

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
export function fdWords(words: readonly ShellWord[]): GivenWords {
  return givenWords(fdOptions, readFd(words).own);
}

/** The endings of the names that `fd` looks for: `-e ts`, `-Hets`, `--extension=ts`. Null where one of them is not known. */
export function fdExtensions(words: readonly ShellWord[]): readonly string[] | null {
  const { own } = readFd(words);
  const found: string[] = [];
  for (let at = 0; at < own.length; at += 1) {
    const text = startOf(own[at] ?? thisFolder);
    if (text === '--') break;
    const { names, wants, attached } = fdOptions.read(text.startsWith('-') ? text : '-');
    if (wants === 'none') continue;
    const isWhole = own[at]?.value !== null;
    if (attached === null && isWhole) at += 1;
    if (!/^(?:-e|--extension)$/.test(names.at(-1) ?? '')) continue;
    const ending = isWhole ? (attached ?? own[at]?.value ?? null) : null;
    if (ending === null) return null;
    found.push(ending.replace(/^=/, ''));
  }
  return found;
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

/** Stands for what is found. */
export const foundName: ShellWord = {
  ...thisFolder,
  value: '{}',
  pieces: [{ kind: 'text', text: '{}' }],
  source: '{}',
};
