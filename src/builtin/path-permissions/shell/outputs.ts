import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { alternatives, spelling } from '../../../shell/queries.ts';
import { readShell } from '../../../shell/read-shell.ts';
import type { ShellCommand, ShellReading, ShellWord, UnknownPiece } from '../../../shell/reading.ts';
import { isFilter, type Listing, listingOf, namesBelow } from './listings.ts';
import type { KnownOutputs } from './places.ts';
import { wordFor } from './words.ts';

/** What a program prints that only asks where it is; null for others. */
export function printedPath(words: readonly string[], folder: string): string | null {
  switch (words.join(' ')) {
    case 'pwd':
    case 'pwd -L':
      return folder;
    case 'git rev-parse --show-toplevel':
      return topLevel(folder);
    // Whatever its name, it is new, and there.
    case 'mktemp':
    case 'mktemp -d':
      return join(tmpdir(), 'tmp.mktemp');
    default:
      return null;
  }
}

function topLevel(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return realpathSync(at);
    if (dirname(at) === at) return null;
  }
}

/** Commands that print a name without a slash: a date, a hash, a number. */
const names: readonly RegExp[] = [
  /^date(?: -u)? ["']?\+(?=[\w.:-]*%)(?:%-?[YmdHMSsFTjyNZ]|[\w.:-])+["']?$/,
  /^git rev-parse (?:--short(?:=\d+)? )?HEAD$/,
  /^(?:uname(?: -[smr])?|whoami|id -un|nproc|hostname -s|node (?:-v|--version))$/,
];

/** The last name of a path, with an ending cut off. */
const baseName = /^basename(?: --)? "?\$\{?\w+\}?"?(?: ["']?\.[\w.]+["']?)?$/;
const emptyWord = wordFor('');

/** What is known of the words of one line that only run time knows. */
export class LineOutputs implements KnownOutputs {
  readonly #reading: ShellReading;
  readonly #known = new Map<string, Listing | null>();

  constructor(reading: ShellReading) {
    this.#reading = reading;
  }

  listing(piece: UnknownPiece): Listing | null {
    const key = `${piece.from} ${piece.name} ${piece.source}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#find(piece);
    this.#known.set(key, found);
    return found;
  }

  isName({ from, source }: UnknownPiece): boolean {
    const code = from === 'output' ? inner(source) : null;
    if (code === null || this.#isRedefined(code)) return false;
    return names.some((form) => form.test(code)) || (baseName.test(code) && this.#areNames());
  }

  /** Whether nothing that `basename` is given in the line ends in dots. */
  #areNames(): boolean {
    const isName = (word: ShellWord): boolean =>
      alternatives(word).every(({ value, pieces }) => {
        const last = pieces.at(-1);
        if (value !== null) return !/^\.*$/.test(value.split('/').at(-1) ?? '');
        if (last?.kind === 'text') return /[^./]/.test(last.text) && !/\/\.*$/.test(last.text);
        if (last?.kind === 'glob')
          return !/(?:^|\/)\.[^/]*$/.test(spelling({ ...emptyWord, value: null, pieces }));
        const listing = last?.kind === 'unknown' && pieces.length === 1 ? this.listing(last) : null;
        return listing?.starts.every((start) => !/\.\.\/*$/.test(start)) ?? false;
      });
    return this.#reading.commands
      .filter(({ name }) => name === 'basename')
      .every(({ words: [first] }) => first !== undefined && isName(first));
  }

  /** What `find` and `xargs` put in, and what a loop goes through, is never nothing. */
  isFilled({ from }: UnknownPiece, { source }: ShellWord): boolean {
    if (from === 'found' || from === 'input') return true;
    const names = [...source.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name ?? '');
    return (
      from === 'output' &&
      !/`|\$\(/.test(source) &&
      names.length > 0 &&
      names.every((name) => this.#isLooped(name))
    );
  }

  #isLooped(name: string): boolean {
    const { commands } = this.#reading;
    return (
      commands.some(({ inside }) => inside.some((own) => own.kind === 'loop' && own.variable === name)) &&
      !commands.some(({ assignments, words, name: program }) =>
        assigning.test(program)
          ? words.some((word) => assigns(word, name))
          : assignments.some((assignment) => assignment.name === name),
      )
    );
  }

  /** A function of the line may be called as a program is. */
  #isRedefined(code: string): boolean {
    return this.#reading.commands.some(({ kind, name }) => kind === 'function' && code.includes(name));
  }

  #find(piece: UnknownPiece): Listing | null {
    switch (piece.from) {
      case 'found':
        return this.#found();
      case 'input':
        return this.#arguments();
      case 'output':
      case 'process':
        return this.#printed(piece.source);
      case 'variable':
        return /^\$\{?\w+(?:\[@\]|%%?\.[\w.]+)?\}?$/.test(piece.source) ? this.#read(piece.name) : null;
      default:
        return null;
    }
  }

  /** What `find` puts in for `{}`: any of them, if there are several. */
  #found(): Listing | null {
    const all = this.#reading.commands
      .filter(({ wraps, name }) => wraps === 'words' && name !== 'xargs')
      .map((command) => (command.name === 'find' ? listingOf([{ ...command, wraps: null }]) : null));
    return joined(all, () => false);
  }

  /** What `xargs` reads. */
  #arguments(): Listing | null {
    const readers = this.#reading.commands.filter(({ wraps, name }) => wraps === 'words' && name !== 'find');
    const all = readers.map((command) => {
      const listing = command.name === 'xargs' ? this.#piped(command) : null;
      const isNul = command.words.some(({ value }) => /^(?:-[rt]*0[rt]*|--null)$/.test(value ?? ''));
      return listing !== null && isNul === (listing.ends === 'nul') ? listing : null;
    });
    return joined(all, ({ ends }) => ends === 'lines');
  }

  /** What a substitution prints, if it prints names. */
  #printed(source: string): Listing | null {
    const code = inner(source);
    if (code === null || this.#isRedefined(code)) return null;
    const { commands, doubts } = readShell(code);
    const isPipe =
      commands.length === 1 ||
      commands.every(({ inside }) => inside.length === 1 && inside[0]?.kind === 'pipe');
    const pipes = new Set(commands.map(({ inside: [own] }) => (own?.kind === 'pipe' ? own.pipe : 0)));
    return doubts.length === 0 && isPipe && pipes.size <= 1 ? this.#settled(listingOf(commands)) : null;
  }

  /** The names that `read`, in a loop or alone, or `mapfile` puts into a variable. */
  #read(name: string): Listing | null {
    const { commands } = this.#reading;
    const readers = commands.filter(
      ({ name: program, words }) => reading.test(program) && words.some(({ value }) => value === name),
    );
    const isAssigned = commands.some(
      ({ assignments, words, name: program, inside }) =>
        /^(?:source|\.|eval)$/.test(program) ||
        assignments.some((assignment) => assignment.name === name) ||
        inside.some((own) => own.kind === 'loop' && own.variable === name) ||
        (assigning.test(program) && !reading.test(program) && words.some((word) => assigns(word, name))),
    );
    if (isAssigned) return null;
    const all = readers.map((command) => {
      const form = command.name === 'read' ? /^(?:-r|-d|)$/ : /^(?:-t|-d)$/;
      const isPlain = command.words.every(({ value }) => value === name || form.test(value ?? 'x'));
      const listing = isPlain ? (this.#piped(command) ?? this.#redirected(command)) : null;
      const isNul = command.words.some(({ value }) => value === '-d');
      const isRaw = command.name !== 'read' || command.words.some(({ value }) => value === '-r');
      if (listing === null || isNul !== (listing.ends === 'nul')) return null;
      return { ...listing, isSplit: isRaw ? null : true };
    });
    return this.#settled(joined(all, ({ isSplit }) => isSplit));
  }

  /** The names that a command reads from the one before it in a pipe. */
  #piped(command: ShellCommand): Listing | null {
    const at = command.inside.findLastIndex(({ kind }) => kind === 'pipe');
    const own = command.inside[at];
    if (own?.kind !== 'pipe' || own.position === 0) return null;
    const before = this.#reading.commands.flatMap((other) => {
      const its = other.inside[at];
      const isBefore = its?.kind === 'pipe' && its.pipe === own.pipe && its.position < own.position;
      const isItself =
        other.via.length === command.via.length && !other.inside.slice(at).some(isSubstitution);
      return isBefore && isItself ? [{ other, position: its.position }] : [];
    });
    const sources = before.filter(({ position }) => position === 0).map(({ other }) => other);
    const filters = before.filter(({ position }) => position > 0).map(({ other }) => other);
    if (!filters.every(isFilter)) return null;
    return joined(
      sources.map((source) => listingOf([source])),
      () => null,
    );
  }

  /** The names that a loop reads from `< <(…)`. */
  #redirected({ inside, redirections }: ShellCommand): Listing | null {
    const outer = this.#reading.commands.filter(({ kind }) => kind === 'syntax');
    const targets = [...redirections, ...outer.flatMap((command) => command.redirections)].flatMap(
      ({ operator, target }) => (operator === '<' && target !== null ? [target] : []),
    );
    if (targets.length === 0 || inside.some(({ kind }) => kind === 'pipe')) return null;
    return joined(
      targets.map(({ pieces: [piece] }) =>
        piece?.kind === 'unknown' && piece.from === 'process' ? this.#printed(piece.source) : null,
      ),
      ({ isSplit }) => isSplit,
    );
  }

  /** A file that was seen here may be a link in the folder where its name is used. */
  #settled(listing: Listing | null): Listing | null {
    const moves = this.#reading.commands.some(({ name }) => /^(?:cd|pushd|popd)$/.test(name));
    return listing !== null && moves ? { ...listing, areFiles: false } : listing;
  }
}

const reading = /^(?:read|mapfile|readarray)$/;
const assigning =
  /^(?:export|declare|typeset|local|readonly|printf|getopts|read|mapfile|readarray|unset|wait)$/;

/** The code in `$(…)`, `<(…)` or backticks. */
function inner(source: string): string | null {
  const code = /^[$<]\(([\s\S]*)\)$/.exec(source)?.[1] ?? /^`([^`\\]*)`$/.exec(source)?.[1];
  return code?.trim() ?? null;
}

function isSubstitution({ kind }: ShellCommand['inside'][number]): boolean {
  return kind === 'substitution' || kind === 'process-substitution';
}

function assigns({ value, pieces: [first] }: ShellWord, name: string): boolean {
  const text = value ?? (first?.kind === 'text' ? first.text : '');
  return text === name || text.startsWith(`${name}=`) || text.startsWith(`${name}+=`) || text === '';
}

/** One listing of all of these; null where one of them is none, or there are none. */
function joined(
  listings: readonly (Listing | null)[],
  isSplit: (listing: Listing) => boolean | null,
): Listing | null {
  const known = listings.filter((listing) => listing !== null);
  const [first] = known;
  if (first === undefined || known.length < listings.length) return null;
  if (known.length === 1) return { ...first, isSplit: isSplit(first) };
  return {
    ...namesBelow(known.flatMap(({ starts }) => starts)),
    isBare: known.some(({ isBare }) => isBare),
    ends: known.every(({ ends }) => ends === 'nul') ? 'nul' : 'lines',
    isSplit: known.some((listing) => isSplit(listing) === true) ? true : null,
  };
}
