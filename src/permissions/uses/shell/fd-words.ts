import { type GivenWords, givenWords, OptionTable } from '../../../shell/options.ts';
import type { ShellWord } from '../../../shell/reading.ts';
import { behind, thisFolder } from './word-uses.ts';

const fdOptions = new OptionTable(
  '-HIuUsigaFLpl01qh -e: -t: -d: -E: -S: -j: -c: -o: --hidden --no-ignore --unrestricted --case-sensitive --ignore-case --glob --regex ' +
    '--absolute-path --fixed-strings --follow --full-path --list-details --print0 --extension: --type: --max-depth: --min-depth: ' +
    '--exact-depth: --exclude: --size: --threads: --color: --owner: --changed-within: --changed-before: --max-results: --and: ' +
    '--base-directory< --search-path< --strip-cwd-prefix? --one-file-system --no-ignore-vcs --prune --quiet',
);

/** Its own words, without the command that it starts. */
export function fdWords(words: readonly ShellWord[]): GivenWords {
  const at = words.findIndex(isFdStart);
  return givenWords(fdOptions, at < 0 ? words : words.slice(0, at));
}

export function isFdStart({ value }: ShellWord): boolean {
  return /^-[xX]$|^--exec(?:-batch)?(?:=|$)/.test(value ?? '');
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

/** `-x rm`, `--exec=rm` */
export function fdStarted(words: readonly ShellWord[]): readonly ShellWord[] {
  const [start, ...rest] = words;
  const [option] = /^--[\w-]+=/.exec(start?.value ?? '') ?? [];
  return start === undefined || option === undefined ? rest : [behind(start, option.length), ...rest];
}

/** Stands for what is found. */
export const foundName: ShellWord = {
  ...thisFolder,
  value: '{}',
  pieces: [{ kind: 'text', text: '{}' }],
  source: '{}',
};
