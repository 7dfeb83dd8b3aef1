import { lookUp } from '../../engine/values/look-up.ts';
import { OptionTable, type Role } from './option-table.ts';

/**
 * How a program runs another. `plain`: it only times, nices or detaches. `words`: it adds words, as `xargs` does. `shell`: it
 * reads code. `user`: it runs as another user. `place`: it runs elsewhere, as `ssh` does. `package`: it may fetch the program.
 */
export type WrapKind = 'plain' | 'words' | 'shell' | 'user' | 'place' | 'package';

/** What a program changes that is not a file. */
export type Changes =
  | 'repository'
  | 'packages'
  | 'services'
  | 'processes'
  | 'containers'
  | 'database'
  | 'cloud'
  | 'machine';

/** What is known of a program: the one place where it is described. */
export interface Card {
  /** All its names. One with blanks is that of a subcommand: `docker cp`. */
  readonly names: readonly string[];
  /** What its operands are, by position. */
  readonly slots: readonly Slot[];
  readonly table: OptionTable;
  /** Lines and what they do: `cp a b → read a, write b`. A generated test holds them. */
  readonly examples: readonly string[];

  /** Options with which everything below a path counts too; `[]` when no option is needed. */
  readonly deep?: readonly string[];
  /** Options without which what is in the files that it reads stays unseen. */
  readonly reveals?: readonly string[];
  /** Options with which links below are followed. */
  readonly follows?: readonly string[];
  /** Without operands it works on the current folder. */
  readonly here?: true;
  /** Options that take the place of the first operand: `grep -e pattern`. */
  readonly gives?: readonly string[];
  /** Options with which the paths that it reads are written too; `[]` when no option is needed. */
  readonly writes?: readonly string[];
  /** Options with which the paths that it reads are deleted; `[]` when no option is needed. */
  readonly deletes?: readonly string[];
  /** What the names of files that it packs end with, one by one: `.gz`. */
  readonly suffix?: string;
  /** It takes back what the program with that suffix does. */
  readonly undoes?: true;
  /** Options with patterns of the names that it searches in, or leaves out where they begin with `!`. */
  readonly only?: readonly string[];
  /** Options with patterns of the names that it leaves out. */
  readonly except?: readonly string[];
  /** Options with endings of the names that it searches in, and with kinds of files. */
  readonly endings?: readonly string[];
  readonly types?: readonly string[];
  /** Options with which hidden files count, and those that git ignores; without these facts they always do. */
  readonly hidden?: readonly string[];
  readonly ignored?: readonly string[];
  /** Options with how deep it goes. */
  readonly levels?: readonly string[];
  /** What it deletes is only put away, as in a trash. */
  readonly moves?: true;
  /** Words with which nothing of what was in the files that it writes is left; `[]`: it never is. */
  readonly empties?: RegExp;
  /** It changes modes and owners of files, and not what is in them. */
  readonly keepsContent?: true;
  /** It makes keys: what it writes is new. */
  readonly generates?: true;
  /** It changes files as a patch says. */
  readonly patches?: true;
  /** Whether it only gets something from hosts, or only gives; without this fact it may do both. */
  readonly talks?: 'fetch' | 'send';
  /** Its output has what is in the files, or what it is given. */
  readonly shows?: true;
  /** Options with which what is in a file that it writes stays there. */
  readonly keeps?: readonly string[];
  /** Options with which the command gets none of the variables. */
  readonly clears?: readonly string[];
  /** Options with files that it loads for itself, so that nobody sees what is in them; `[]`: all files that it is given. */
  readonly loads?: readonly string[];
  /** Options with which it shows what is in the files that it loads. */
  readonly shownBy?: readonly string[];
  /** Options with which it only changes its store; what else it writes is as that has recorded it. */
  readonly recorded?: readonly string[];
  /** When its output has variables: `alone` is without words. */
  readonly dumps?: 'always' | 'alone';
  /** What it does to paths, where a row can't say it: the name of a function in `actions/commands`. */
  readonly does?: string;

  /** Set where it runs the command among its words: how. */
  readonly wraps?: WrapKind;
  /**
   * What it makes of the words that are the command. Default: it runs them. `joined`: joins them by blanks for a shell to read.
   * `each`: every word is code. `dashes`: runs what is behind `--`. `anywhere`: the command may begin at any word.
   */
  readonly takes?: 'joined' | 'each' | 'dashes' | 'anywhere';
  /** Everything behind its own operands is the command, also what looks like an option. */
  readonly isStrict?: true;
  /** `NAME=value` before the command sets a variable for it. */
  readonly assigns?: true;
  /** Options with which it runs nothing. */
  readonly idle?: readonly string[];
  /** It runs what it reads from its input, when it is given no command or code. */
  readonly readsInput?: true;
  /** Words from its input follow the command's own. */
  readonly addsWords?: true;
  /** What words begin with that hold a command line behind it: `ProxyCommand=`. */
  readonly carries?: RegExp;
  /** What it runs, where a row can't say it: the name of a function in `read/runs`. */
  readonly runs?: string;
  /** Files that it runs, or takes commands from, without being told. */
  readonly startFiles?: RegExp;

  /** Modules that run code among their words: `python -m timeit`. */
  readonly modules?: RegExp;
  /** The language of the code that it is given. */
  readonly language?: string;
  /** Which language of shells it reads. */
  readonly dialect?: 'bash' | 'zsh' | 'posix' | 'other';

  /** How many words name what it does: the subcommand. Its options may stand before them. */
  readonly depth?: number;
  /** First words that are followed by another: `docker compose up`. */
  readonly groups?: readonly string[];

  /** The subcommand whose work it does under another name. */
  readonly acts?: string;

  /** How far it may reach besides its words: anything below the folder where it runs, or anything at all. */
  readonly reach?: 'folder' | 'machine';
  /** Its words that install packages, update them, remove them, and that do so for all of the user's projects. */
  readonly installs?: readonly string[];
  readonly updates?: readonly string[];
  readonly uninstalls?: readonly string[];
  readonly everywhere?: readonly string[];
  /** What it changes that isn't a file. */
  readonly changes?: Changes;
  /** Options with which it only says what it would do. */
  readonly dryRun?: RegExp;
  /**
   * What its output is. `found`: names of files at or below its paths. `listed`: the same, as they count from those paths.
   * `input`: lines of its input, each as it was. `name`: one name without a slash. `made`: a
   * new file in the folder for such.
   */
  readonly prints?: 'found' | 'listed' | 'input' | 'name' | 'made';
  /** Options without which it prints no names of files: `grep -l`. */
  readonly namesWith?: readonly string[];
  /** What each of its words must be, where it prints one name. */
  readonly nameWords?: RegExp;
  /** Options with a file whose lines are names that it reads. */
  readonly namesFrom?: readonly string[];
  /** Options with which it prints something else. */
  readonly alters?: readonly string[];
}

/** What the operand in one place is. */
export interface Slot {
  readonly role: Role;
  readonly isMany: boolean;
  readonly isOptional: boolean;
}

type Facts = Omit<Card, 'names' | 'slots' | 'table' | 'examples'>;
type Reader = (text: string) => unknown;

const word: Reader = (text) => text;
const flag: Reader = () => true;
const expression: Reader = (text) => {
  const [, source = '', flags] = /^\/(.*)\/(\w*)$/.exec(text) ?? [];
  return new RegExp(source, flags);
};

const facts: Readonly<Record<keyof Facts, Reader>> = {
  deep: wordsIn,
  reveals: wordsIn,
  follows: wordsIn,
  here: flag,
  gives: wordsIn,
  writes: wordsIn,
  deletes: wordsIn,
  suffix: word,
  undoes: flag,
  only: wordsIn,
  except: wordsIn,
  endings: wordsIn,
  types: wordsIn,
  hidden: wordsIn,
  ignored: wordsIn,
  levels: wordsIn,
  moves: flag,
  empties: expression,
  keepsContent: flag,
  generates: flag,
  patches: flag,
  talks: word,
  shows: flag,
  keeps: wordsIn,
  clears: wordsIn,
  loads: wordsIn,
  shownBy: wordsIn,
  recorded: wordsIn,
  dumps: word,
  does: word,
  wraps: word,
  takes: word,
  isStrict: flag,
  assigns: flag,
  idle: wordsIn,
  readsInput: flag,
  addsWords: flag,
  carries: expression,
  runs: word,
  startFiles: expression,
  modules: expression,
  language: word,
  dialect: word,
  depth: Number,
  groups: wordsIn,
  acts: word,
  reach: word,
  installs: wordsIn,
  updates: wordsIn,
  uninstalls: wordsIn,
  everywhere: wordsIn,
  changes: word,
  dryRun: expression,
  prints: word,
  namesWith: wordsIn,
  nameWords: expression,
  alters: wordsIn,
  namesFrom: wordsIn,
};

/**
 * A card as it is written in a table:
 *
 *     cp|gcp: read… write          its names, and what its operands are: `…` is any number, `?` one or none
 *       -rR -t> --recursive        its options
 *       deep -r -R; does copies    facts, by the names in `Card`
 *       = cp a b → read a, write b an example
 *
 * Without roles for its operands each of them is a path that may be read or written, or a command behind a wrapper.
 */
export function readCard(text: string): Card {
  const [header = '', ...lines] = text.split('\n');
  const [, names = '', operands] = /^(.*?)(?:: (\S.*))?$/.exec(header) ?? [];
  const starting = (mark: RegExp): readonly string[] => lines.filter((line) => mark.test(line));
  const known = Object.fromEntries(
    starting(/^ {2}[a-z]/).flatMap((line) => line.trim().split('; ').map(readFact)),
  ) as Facts;
  const always = known.wraps === undefined ? '' : '--help --version ';
  const idle = known.wraps === undefined ? [] : ['--help', '--version'];
  return {
    ...known,
    ...(known.wraps !== undefined && { idle: [...idle, ...(known.idle ?? [])] }),
    names: names.split('|'),
    slots: wordsIn(operands ?? (known.wraps === undefined ? 'any…' : 'command')).map(slotOf),
    table: new OptionTable(
      always +
        starting(/^ {2}[-+/]/)
          .map((line) => line.trim())
          .join(' '),
    ),
    examples: starting(/^ {2}=/).map((line) => line.slice(4)),
  };
}

function readFact(text: string): readonly [string, unknown] {
  const [name = ''] = text.split(' ', 1);
  const read = lookUp(facts as Readonly<Record<string, Reader>>, name);
  if (read === undefined) throw new TypeError(`a card has no fact "${name}"`);
  return [name, read(text.slice(name.length + 1))];
}

function slotOf(text: string): Slot {
  const [, role = '', sign] = /^([a-z]+)([…?]?)$/.exec(text) ?? [];
  return { role: role as Role, isMany: sign === '…', isOptional: sign === '?' };
}

function wordsIn(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}
