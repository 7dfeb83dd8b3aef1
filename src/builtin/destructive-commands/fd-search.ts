import { fdExtensions, fdWords, isFdOfPaths } from '../../permissions/uses/shell/fd-words.ts';
import { readFd } from '../../shell/programs/wrapping/read-fd.ts';
import type { ShellWord } from '../../shell/reading.ts';

/** Where `fd PATTERN FOLDER…` looks. None: in the folder where it runs. */
export function fdStarts(words: readonly ShellWord[]): readonly ShellWord[] {
  const { operands, reads } = fdWords(words);
  return [...reads, ...operands.slice(1)];
}

/** The names that `fd` looks for, as `find` would be told: `-name '*.pyc'`. None where any name may be found. */
export function fdAsFind(words: readonly ShellWord[]): readonly string[] {
  // A word that is not known may be one more option: `-e ts`.
  if (readFd(words).own.some(({ value }) => value === null) || fdWords(words).unknown.length > 0) return [];
  const extensions = fdExtensions(words) ?? [];
  const names = extensions.length > 0 ? extensions.map(ofExtension) : [patternIn(words)];
  if (names.includes(null)) return [];
  return names.flatMap((name, at) => [...(at === 0 ? [] : ['-o']), '-name', name ?? '']);
}

function ofExtension(extension: string): string | null {
  return /^\.?\w[\w.]*$/.test(extension) ? `*.${extension.replace(/^\./, '')}` : null;
}

/** `'\.pyc$'`, `^dist$`, `-g '*.pyc'`. Other expressions may find any name. */
function patternIn(words: readonly ShellWord[]): string | null {
  const { flags, operands } = fdWords(words);
  const pattern = operands[0]?.value ?? null;
  if (pattern === null || pattern === '' || isFdOfPaths(words)) return null;
  if (flags.has('-g') || flags.has('--glob')) return flags.has('--regex') ? null : pattern;
  const [, start, text = '', end] = /^(\^?)((?:[\w-]|\\\.)+)(\$?)$/.exec(pattern) ?? [];
  if (text === '') return null;
  return `${start === '^' ? '' : '*'}${text.replaceAll('\\.', '.')}${end === '$' ? '' : '*'}`;
}
