import { globStart } from '../../../files/glob-names.ts';
import type { Skipped } from '../../../files/tree-facts.ts';
import { programs } from '../../../permissions/uses/shell/programs.ts';
import { givenWords } from '../../../shell/options.ts';
import { globOf, subcommandOf } from '../../../shell/queries.ts';
import type { ShellCommand, ShellWord } from '../../../shell/reading.ts';
import { findWords } from './scripts/find.ts';

/** Names that a command prints: all of them lie at or below these paths, and none goes up again behind them. */
export interface Listing {
  readonly starts: readonly string[];
  /** Whether they are regular files, not links. */
  readonly areFiles: boolean;
  /** The pattern that all names match; null where there is none. */
  readonly name: string | null;
  readonly skipped: Skipped;
  /** How names are kept apart. */
  readonly ends: 'lines' | 'nul';
  /** Whether names are taken apart or changed on their way; null when that depends on how the word is written. */
  readonly isSplit: boolean | null;
  /** Whether names are printed without where they are looked for, so that one may look like an option. */
  readonly isBare: boolean;
  /** Whether a path goes on behind the name. */
  readonly isPassed: boolean;
  /** Whether they name branches, versions or containers, not files. */
  readonly areReferences: boolean;
}

/** Names below these paths of which nothing else is known. */
export function namesBelow(starts: readonly string[]): Listing {
  return {
    starts,
    areFiles: false,
    name: null,
    skipped: { anywhere: new Set(), first: new Set() },
    ends: 'lines',
    isSplit: null,
    isBare: false,
    isPassed: false,
    areReferences: false,
  };
}

/** What a line of these commands prints: names, and filters that only leave some out; null for anything else. */
export function listingOf(commands: readonly ShellCommand[]): Listing | null {
  const [first, ...filters] = commands;
  if (first === undefined || !filters.every(isFilter) || !commands.every(isPlain)) return null;
  const line = [first.name, ...first.words.map(({ value }) => value ?? '$')].join(' ');
  if (references.some((form) => form.test(line)))
    return { ...namesBelow(['.']), isBare: true, areReferences: true };
  return producers.get(first.name)?.(first) ?? null;
}

/** Commands that print names of branches, versions and containers. */
const references: readonly RegExp[] = [
  /^git branch --show-current$/,
  /^git rev-parse --abbrev-ref HEAD$/,
  /^git (?:describe --tags(?: --abbrev=0)?|log -\d+ --format=%[hH]|merge-base [\w/-]+ [\w/-]+)$/,
  /^(?:docker|podman) (?:ps|images|volume ls|network ls|container ls|compose ps) (?:-aq|-q|-qa|-a -q|-q -a)$/,
];

function isPlain({ kind, program, name, redirections, assignments }: ShellCommand): boolean {
  return (
    kind === 'program' &&
    program?.value === name &&
    assignments.length === 0 &&
    redirections.every(({ operator, descriptor }) => operator.startsWith('>') && descriptor === 2)
  );
}

/** A program that leaves out some lines of its input, or changes their order. */
export function isFilter({ name, words }: ShellCommand): boolean {
  const program = programs.get(name);
  if (program === undefined || !/^(?:head|tail|sort|uniq|cat|[ef]?grep)$/.test(name)) return false;
  const { flags, operands, unknown, reads, writes } = givenWords(program.options, words);
  const isGrep = name.endsWith('grep');
  const own = isGrep && !['-e', '--regexp'].some((flag) => flags.has(flag)) ? 1 : 0;
  return (
    unknown.length + reads.length + writes.length === 0 &&
    operands.length === own &&
    // What these print are not the lines themselves.
    !['-c', '--count', '-o', '--only-matching', '-n', '--line-number', '-b', '-r', '-R', '--recursive'].some(
      (flag) => flags.has(flag) && !(name === 'sort' || (name !== 'cat' && !isGrep && flag === '-n')),
    )
  );
}

type Producer = (command: ShellCommand) => Listing | null;

/** Where the names begin that a program prints for its operands; null where that cannot be told. */
function startsOf(operands: readonly ShellWord[]): readonly string[] | null {
  const starts = operands.map((word) => {
    if (word.value !== null) return word.value;
    const glob = globOf(word);
    return glob === null || glob.includes('**') ? null : globStart(glob) || '.';
  });
  const known = starts.filter((start) => start !== null);
  return known.length === starts.length ? known : null;
}

function from(operands: readonly ShellWord[]): Listing | null {
  const starts = startsOf(operands);
  return starts === null ? null : namesBelow(starts.length === 0 ? ['.'] : starts);
}

const find: Producer = ({ words, wraps }) => {
  const found = findWords(words);
  const starts = found === null ? null : startsOf(found.starts);
  if (found === null || starts === null || found.prints === 'other' || wraps !== null) return null;
  const { areFiles, name, skipped, prints } = found;
  return { ...namesBelow(starts.length === 0 ? ['.'] : starts), areFiles, name, skipped, ends: prints };
};

const filesWith = ['-l', '-L', '--files-with-matches', '--files-without-match', '--files'];

const search: Producer = ({ name, words }) => {
  const program = programs.get(name);
  if (program === undefined) return null;
  const { flags, operands, unknown } = givenWords(program.options, words);
  if (unknown.length > 0 || !filesWith.some((flag) => flags.has(flag))) return null;
  // To rg, `-L` is to follow links.
  if (
    name === 'rg' &&
    !['-l', '--files-with-matches', '--files-without-match', '--files'].some((flag) => flags.has(flag))
  )
    return null;
  const hasPattern = program.pattern?.some((flag) => flags.has(flag)) ?? false;
  return from(hasPattern ? operands : operands.slice(1));
};

const list: Producer = ({ words }) => {
  const options = words.filter(({ value }) => value?.startsWith('-'));
  if (!options.every(({ value }) => /^-[1atrASdhUX]+$/.test(value ?? ''))) return null;
  const operands = words.filter((word) => !options.includes(word));
  // Of a folder it prints the names in it, without the folder.
  const listing = from(operands);
  return listing === null
    ? null
    : { ...listing, starts: [...new Set(['.', ...listing.starts])], isBare: true };
};

/** What git prints of its own files is below the folder where it runs. */
const git: Producer = (command) => {
  const subcommand = subcommandOf(command);
  const [name] = subcommand?.path ?? [];
  if (subcommand === null || subcommand.options.some((option) => option.name !== '--no-pager')) return null;
  const words = subcommand.words.map(({ value }) => value);
  const isWithin = words.every((word) => word !== null && !/^[/~]|(?:^|\/)\.\.(?:\/|$)|^:/.test(word));
  const skipped = { anywhere: new Set(['node_modules', '.git']), first: new Set<string>() };
  const has = (form: RegExp): boolean => words.some((word) => form.test(word ?? ''));
  const printsNames =
    (name === 'ls-files' &&
      !has(/^-(?!-?(?:z|m|o|c|d|others|modified|cached|deleted|exclude-standard|-)$)/)) ||
    (name === 'diff' && has(/^--name-only$/)) ||
    (name === 'grep' && has(/^-[a-zA-Z]*l/) && !has(/^--no-index$/));
  const ends = has(/^-z$/) ? 'nul' : 'lines';
  const patterns = words.filter((word) => word !== null && !word.startsWith('-'));
  const own = /(?:^|\/)(\*\.\w+)$/.exec(patterns[0] ?? '')?.[1] ?? null;
  const pattern = name === 'ls-files' && patterns.length === 1 ? own : null;
  return isWithin && printsNames
    ? { ...namesBelow(['.']), skipped, isBare: true, name: pattern, ends }
    : null;
};

const producers: ReadonlyMap<string, Producer> = new Map([
  ['find', find],
  ['grep', search],
  ['egrep', search],
  ['fgrep', search],
  ['rg', search],
  ['ls', list],
  ['git', git],
]);
