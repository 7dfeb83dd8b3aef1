import { lookUp } from '../../engine/values/look-up.ts';
import { OptionTable, type Role } from './option-table.ts';

type Reader<T> = (text: string) => T;

const word: Reader<string> = (text) => text;
const flag: Reader<true> = () => true;
const words: Reader<readonly string[]> = (text) => text.split(' ').filter((part) => part !== '');
const expression: Reader<RegExp> = (text) => {
  const [, source = '', flags] = /^\/(.*)\/(\w*)$/.exec(text) ?? [];
  return new RegExp(source, flags);
};

function oneOf<const T extends string>(...names: readonly T[]): Reader<T> {
  return (text) => {
    const known = names.find((name) => name === text);
    if (known === undefined)
      throw new TypeError(`a card's fact is one of ${names.join(', ')}, not "${text}"`);
    return known;
  };
}

/** What a card may say of a program, and how that is written. */
const facts = {
  /** Options with which everything below a path counts too; `[]` when no option is needed. */
  deep: words,
  /** Options without which what is in the files that it reads stays unseen. */
  reveals: words,
  /** Options with which it only lists names. */
  lists: words,
  /** What it writes, it makes of its sources. */
  compiles: flag,
  /** Options with which links below are followed. */
  follows: words,
  /** Without operands it works on the current folder. */
  here: flag,
  /** Options that take the place of the first operand: `grep -e pattern`. */
  gives: words,
  /** Options with which the paths that it reads are written too; `[]` when no option is needed. */
  writes: words,
  /** Options with which the paths that it reads are deleted; `[]` when no option is needed. */
  deletes: words,
  /** What the names of files that it packs end with, one by one: `.gz`. An archive whose name has no ending gets it. */
  suffix: word,
  /** Its first word may be options without a dash: `tar xf`. */
  letters: flag,
  /** The folder that it is told to work in counts for its operands alone: `tar -C`. */
  placesOperands: flag,
  /** Options with which it reads from its input what it works on; `[]`: always, when no operand says. */
  fed: words,
  /** Options with how many names it leaves out at the start of each path that it unpacks: all but the last without a number. */
  strips: words,
  /** Options with which it gives what it unpacks other names; `[]`: always. */
  renames: words,
  /** It takes back what the program with that suffix does. */
  undoes: flag,
  /** Options with patterns of the names that it searches in, or leaves out where they begin with `!`. */
  only: words,
  /** Options with patterns of the names that it leaves out. */
  except: words,
  /** Options with endings of the names that it searches in, and with kinds of files. */
  endings: words,
  types: words,
  /** Options with which hidden files count, and those that git ignores; without these facts they always do. */
  hidden: words,
  ignored: words,
  /** Options with how deep it goes. */
  levels: words,
  /** What it deletes is only put away, as in a trash. */
  moves: flag,
  /** Words with which nothing of what was in the files that it writes is left; `[]`: it never is. */
  empties: expression,
  /** It changes modes and owners of files, and not what is in them. */
  keepsContent: flag,
  /** It makes keys: what it writes is new. */
  generates: flag,
  /** It changes files as a patch says. */
  patches: flag,
  /** Whether it only gets something from hosts, or only gives; without this fact it may do both. */
  talks: oneOf('fetch', 'send'),
  /** Its output has what is in the files, or what it is given. */
  shows: flag,
  /** Options with which what is in a file that it writes stays there. */
  keeps: words,
  /** Options with which the command gets none of the variables. */
  clears: words,
  /** Options with files that it loads for itself, so that nobody sees what is in them; `[]`: all files that it is given. */
  loads: words,
  /** Options with which it shows what is in the files that it loads. */
  shownBy: words,
  /** Options with which it only changes its store; what else it writes is as that has recorded it. */
  recorded: words,
  /** When its output has variables: `alone` is without words. */
  dumps: oneOf('always', 'alone'),
  /** What it does to paths, where a row can't say it: the name of a function in `actions/commands`. */
  does: word,
  /**
   * How it runs the command among its words. `plain`: it only times, nices or detaches. `words`: it adds words, as `xargs` does.
   * `shell`: it reads code. `user`: it runs as another user. `place`: it runs elsewhere, as `ssh` does. `package`: it may fetch
   * the program.
   */
  wraps: oneOf('plain', 'words', 'shell', 'user', 'place', 'package'),
  /**
   * What it makes of the words that are the command. Default: it runs them. `joined`: joins them by blanks for a shell to read.
   * `each`: every word is code. `dashes`: runs what is behind `--`. `anywhere`: the command may begin at any word.
   */
  takes: oneOf('joined', 'each', 'dashes', 'anywhere'),
  /** Everything behind its own operands is the command, also what looks like an option. */
  isStrict: flag,
  /** It's a builtin that runs other builtins in the same shell. */
  inShell: flag,
  /** `NAME=value` before the command sets a variable for it. */
  assigns: flag,
  /** Options with which it runs nothing. */
  idle: words,
  /** It runs what it reads from its input, when it is given no command or code. */
  readsInput: flag,
  /** Words from its input follow the command's own. */
  addsWords: flag,
  /** What words begin with that hold a command line behind it: `ProxyCommand=`. */
  carries: expression,
  /** What it runs, where a row can't say it: the name of a function in `read/runs`. */
  runs: word,
  /** Files that it runs, or takes commands from, without being told. */
  startFiles: expression,
  /** Modules that run code among their words: `python -m timeit`. */
  modules: expression,
  /** The language of the code that it is given. */
  language: word,
  /** Which language of shells it reads. */
  dialect: oneOf('bash', 'zsh', 'posix', 'other'),
  /** How many words name what it does: the subcommand. Its options may stand before them. */
  depth: Number,
  /** First words that are followed by another: `docker compose up`. */
  groups: words,
  /** The subcommand whose work it does under another name. */
  acts: word,
  /** How far it may reach besides its words: anything below the folder where it runs, or anything at all. */
  reach: oneOf('folder', 'machine'),
  /** Its words that install packages, update them, remove them, and that do so for all of the user's projects. */
  installs: words,
  updates: words,
  uninstalls: words,
  everywhere: words,
  /** What it changes that isn't a file. */
  changes: oneOf(
    'repository',
    'packages',
    'services',
    'processes',
    'containers',
    'database',
    'cloud',
    'machine',
  ),
  /** Options with which it only says what it would do. */
  dryRun: expression,
  /**
   * What its output is. `found`: names of files at or below its paths. `listed`: the same, as they count from those paths.
   * `input`: lines of its input, each as it was. `name`: one name without a slash. `made`: a
   * new file in the folder for such.
   */
  prints: oneOf('found', 'listed', 'input', 'name', 'made'),
  /** Lines with which it prints one number. */
  counts: expression,
  /** Options without which it prints no names of files: `grep -l`. */
  namesWith: words,
  /** What each of its words must be, where it prints one name. */
  nameWords: expression,
  /** Options with a file whose lines are names that it reads. */
  namesFrom: words,
  /** Options with which it prints something else. */
  alters: words,
};

type Facts = { readonly [Name in keyof typeof facts]?: ReturnType<(typeof facts)[Name]> };
export type WrapKind = NonNullable<Facts['wraps']>;
export type Changes = NonNullable<Facts['changes']>;

/** What is known of a program: the one place where it is described. */
export interface Card extends Facts {
  /** All its names. One with blanks is that of a subcommand, `docker cp`, or counts with those options: `tar -x`. */
  readonly names: readonly string[];
  /** What its operands are, by position. */
  readonly slots: readonly Slot[];
  readonly table: OptionTable;
  /** Lines and what they do: `cp a b → read a, write b`. A generated test holds them. */
  readonly examples: readonly string[];
}

/** What the operand in one place is. */
export interface Slot {
  readonly role: Role;
  readonly isMany: boolean;
  readonly isOptional: boolean;
}

/**
 * A card as it is written in a table:
 *
 *     cp|gcp: read… write          its names, and what its operands are: `…` is any number, `?` one or none
 *       -rR -t> --recursive        its options
 *       like install               takes the options of that card, too
 *       deep -r -R; does copies    facts, by their names above
 *       = cp a b → read a, write b an example
 *
 * Without roles for its operands each of them is a path that may be read or written, or a command behind a wrapper.
 */
export function readCard(text: string, optionsOf: (name: string) => string = () => ''): Card {
  const [header = '', ...lines] = text.split('\n');
  const [, names = '', operands] = /^(.*?)(?:: (\S.*))?$/.exec(header) ?? [];
  const starting = (mark: RegExp): readonly string[] =>
    lines.filter((line) => mark.test(line)).map((line) => line.trim());
  const rows = starting(/^ {2}[a-z]/).flatMap((line) => line.split('; '));
  const known: Facts = Object.fromEntries(rows.filter((row) => !row.startsWith(like)).map(readFact));
  const isWrapper = known.wraps !== undefined;
  const options = [
    ...(isWrapper ? helping : []),
    ...rows.flatMap((row) => (row.startsWith(like) ? [optionsOf(row.slice(like.length))] : [])),
    ...starting(/^ {2}[-+/]/),
  ];
  return {
    ...known,
    ...(isWrapper && { idle: [...helping, ...(known.idle ?? [])] }),
    names: names.split('|'),
    slots: words(operands ?? (isWrapper ? 'command' : 'any…')).map(slotOf),
    table: new OptionTable(options.join(' ')),
    examples: starting(/^ {2}=/).map((line) => line.slice(2)),
  };
}

const like = 'like ';
const helping = ['--help', '--version'];

function readFact(text: string): readonly [string, unknown] {
  const [name = ''] = text.split(' ', 1);
  const read = lookUp(facts as Readonly<Record<string, Reader<unknown>>>, name);
  if (read === undefined) throw new TypeError(`a card has no fact "${name}"`);
  return [name, read(text.slice(name.length + 1))];
}

function slotOf(text: string): Slot {
  const [, role = '', sign] = /^([a-z]+)([…?]?)$/.exec(text) ?? [];
  return { role: role as Role, isMany: sign === '…', isOptional: sign === '?' };
}
