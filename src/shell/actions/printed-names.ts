import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isFolder, isMissing } from '../../files/file-facts.ts';
import { hasModes } from '../programs/cards.ts';
import { givenWords } from '../read/options.ts';
import { spelling, writes } from '../read/queries.ts';
import { readShell } from '../read/read-shell.ts';
import type { ShellCommand, ShellReading, ShellWord, UnknownPiece } from '../read/reading.ts';
import { knownStart } from '../read/words.ts';
import type { FoundPlace, PathAction } from './action.ts';
import { calledCard } from './commands/card-uses.ts';

interface Printed {
  readonly places: readonly FoundPlace[];
  readonly isNul: boolean;
}

/** What is known of words that only run time knows, because a command of the line prints them. */
export class PrintedNames {
  readonly #reading: ShellReading;
  readonly #actions: (command: ShellCommand) => readonly PathAction[];
  readonly #folders: (command: ShellCommand) => readonly (string | null)[];
  readonly #known = new Map<string, readonly FoundPlace[] | null>();

  constructor(
    reading: ShellReading,
    actions: (command: ShellCommand) => readonly PathAction[],
    folders: (command: ShellCommand) => readonly (string | null)[],
  ) {
    this.#reading = reading;
    this.#actions = actions;
    this.#folders = folders;
  }

  places(piece: UnknownPiece, isSplit: boolean): readonly FoundPlace[] | null {
    const key = `${piece.from} ${piece.name} ${piece.source}`;
    if (!this.#known.has(key)) {
      // A search may start a search whose words depend on the first.
      this.#known.set(key, null);
      this.#known.set(key, this.#find(piece));
    }
    const splits = piece.from !== 'found' && (isSplit || piece.from === 'output');
    return this.#known.get(key)?.map((place) => ({ ...place, splits: place.splits || splits })) ?? null;
  }

  /** Whether a piece is a number or a name without a slash. */
  isName({ from, source }: UnknownPiece): boolean {
    if (from === 'number') return true;
    const [command, ...others] = from === 'output' ? this.#commandsIn(source) : [];
    if (command === undefined || others.length > 0 || !isPlain(command)) return false;
    const { card } = command;
    return (
      card?.prints === 'name' && command.words.every((word) => card.nameWords?.test(spelling(word)) !== false)
    );
  }

  /** The places of the names that a command reads from its input; null where that is unknown. */
  readBy(command: ShellCommand): readonly FoundPlace[] | null {
    return this.#received(command, true)?.places ?? null;
  }

  #find(piece: UnknownPiece): readonly FoundPlace[] | null {
    switch (piece.from) {
      case 'found':
        return this.#joined(this.#wrapping(true).map((command) => this.#producedBy(command, true)));
      case 'input':
        return this.#joined(this.#wrapping(false).map((command) => this.#received(command, true)));
      case 'output':
      case 'process':
        return this.#printedBy(this.#commandsIn(piece.source))?.places ?? null;
      case 'variable':
        return piece.name === '' ? this.#inCode() : this.#readInto(piece);
      default:
        return null;
    }
  }

  /** In code for a shell, a part that isn't a variable is what `xargs -I` puts there: `xargs -I{} sh -c 'cat {}'`. */
  #inCode(): readonly FoundPlace[] | null {
    const { text, commands } = this.#reading;
    if (/[$`]/.test(text) || commands.some(({ kind }) => kind === 'unknown')) return null;
    return this.#joined([
      ...this.#wrapping(true).map((command) => this.#producedBy(command, true)),
      ...this.#wrapping(false).map((command) => this.#received(command, true)),
    ]);
  }

  #wrapping(finds: boolean): readonly ShellCommand[] {
    return this.#reading.commands.filter(
      ({ wraps, card }) => wraps === 'words' && (card?.prints === 'found') === finds,
    );
  }

  #joined(all: readonly (Printed | null)[]): readonly FoundPlace[] | null {
    const known = all.filter((printed) => printed !== null);
    return known.length === 0 || known.length < all.length ? null : known.flatMap(({ places }) => places);
  }

  /** The names that `read`, in a loop or alone, or `mapfile` puts into a variable. */
  #readInto({ name, source }: UnknownPiece): readonly FoundPlace[] | null {
    if (!/^\$\{?\w+(?:\[@\]|%%?\.[\w.]+)?\}?$/.test(source)) return null;
    const { text, commands } = this.#reading;
    if (text.includes(`{${name}:=`) || text.includes(`{${name}=`)) return null;
    const sets = commands.filter((command) => mayAssign(command, name));
    return this.#joined(
      sets.map((command) => {
        if (command.card?.runs !== 'input') return this.#assigned(command, name);
        const isRaw = command.words.some(({ value }) => /^-[rt]$/.test(value ?? ''));
        const isPlain = command.words.every(
          ({ value }) => value === name || /^(?:-[rtd]|)$/.test(value ?? 'x'),
        );
        const printed = isPlain ? this.#received(command, false) : null;
        if (printed === null || isRaw) return printed;
        return { ...printed, places: printed.places.map((place) => ({ ...place, splits: true })) };
      }),
    );
  }

  #assigned({ kind, assignments }: ShellCommand, name: string): Printed | null {
    const [assignment, ...more] = kind === 'syntax' ? assignments : [];
    const { value = null, isAppending, index } = assignment ?? {};
    if (value === null || isAppending || index !== null || assignment?.name !== name || more.length > 0)
      return null;
    if (value.value !== null) return { places: [plainPlace(value.value)], isNul: false };
    const [piece, ...others] = value.pieces;
    const places = piece?.kind === 'unknown' && others.length === 0 ? this.places(piece, false) : null;
    return places && { places, isNul: false };
  }

  /** What a command reads from the one before it in a pipe, from `< <(…)`, or from a file. */
  #received(command: ShellCommand, isWrapper: boolean): Printed | null {
    const file = isWrapper ? namesFile(command) : null;
    const printed =
      file === null ? (this.#piped(command) ?? this.#redirected(command)) : this.#listedIn(file, command);
    const isNul = isWrapper ? endsWithNul(command) : command.words.some(({ value }) => value === '-d');
    return printed === null || printed.isNul !== isNul ? null : printed;
  }

  #piped(command: ShellCommand): Printed | null {
    const at = command.inside.findLastIndex(({ kind }) => kind === 'pipe');
    const own = command.inside[at];
    if (own?.kind !== 'pipe' || own.position === 0) return null;
    const before = this.#reading.commands.filter((other) => {
      const its = other.inside[at];
      const isBefore = its?.kind === 'pipe' && its.pipe === own.pipe && its.position < own.position;
      return (
        isBefore &&
        other.via.length === command.via.length &&
        !other.inside.slice(at).some(({ kind }) => kind.endsWith('substitution'))
      );
    });
    return before.length === own.position ? this.#printedBy(before) : null;
  }

  #redirected(command: ShellCommand): Printed | null {
    const { inside, redirections } = command;
    const outer = this.#reading.commands.filter(({ kind }) => kind === 'syntax');
    const targets = [...redirections, ...outer.flatMap((command) => command.redirections)].flatMap(
      ({ operator, target }) => (operator === '<' && target !== null ? [target] : []),
    );
    const [piece, ...others] = targets.flatMap(({ pieces }) => pieces);
    if (inside.some(({ kind }) => kind === 'pipe') || others.length > 0) return null;
    if (piece?.kind === 'text' && targets.length === 1) return this.#listedIn(piece.text, command);
    return piece?.kind === 'unknown' && piece.from === 'process'
      ? this.#printedBy(this.#commandsIn(piece.source))
      : null;
  }

  /** The names in a file that nothing in the line may write. Where it is missing, nothing runs. */
  #listedIn(file: string, command: ShellCommand): Printed | null {
    if (this.#reading.commands.some(mayWrite)) return null;
    const lines = this.#folders(command).map((folder) => linesIn(file, folder));
    // One reader takes whole lines, another words.
    const names = new Set(lines.flatMap((own) => own ?? []).flatMap((line) => [line, ...line.split(/\s+/)]));
    const isKnown = !lines.includes(null) && names.size <= maxListed;
    return isKnown ? { places: [...names].map(plainPlace), isNul: endsWithNul(command) } : null;
  }

  /** The commands of a substitution; none where it is more than one pipe. */
  #commandsIn(source: string): readonly ShellCommand[] {
    const code = /^[$<]\(([\s\S]*)\)$/.exec(source)?.[1] ?? /^`([^`\\]*)`$/.exec(source)?.[1];
    if (code === undefined) return [];
    const { commands, doubts } = readShell(code.trim());
    const isPipe = commands.every(
      ({ inside: [own, ...more] }) =>
        more.length === 0 &&
        (commands.length === 1 ? own === undefined : own?.kind === 'pipe' && own.length === commands.length),
    );
    const isOwn = this.#reading.commands.some(
      ({ kind, name }) => kind === 'function' && commands.some((command) => command.name === name),
    );
    return doubts.length === 0 && isPipe && !isOwn ? commands : [];
  }

  /** What a pipe prints: names, and filters that only leave some out. */
  #printedBy([first, ...filters]: readonly ShellCommand[]): Printed | null {
    if (first === undefined || ![first, ...filters].every(isPlain) || !filters.every(isFilter)) return null;
    const printed = this.#producedBy(first, false);
    return filters.every((filter) => endsWithNul(filter) === printed?.isNul) ? printed : null;
  }

  #producedBy(command: ShellCommand, runs: boolean): Printed | null {
    const called = calledCard(command.name, command.words);
    if (called === null) return null;
    const { card, words, subcommand } = called;
    if (card.prints === 'made' && command.words.every((word) => /^-[dqt]+$/.test(knownStart(word)))) {
      const path = [join(tmpdir(), 'tmp.XXXXXXXXXX')];
      return { places: [{ path, below: null, splits: false }], isNul: false };
    }
    if (card.prints !== 'found' && card.prints !== 'listed') return null;
    const given = flagsOf(card, words);
    const has = (options: readonly string[] = []): boolean =>
      options.some((option) => given.flags.has(option));
    const isAltered = has(card.alters) && !words.some(({ value }) => /^%p(?:\\[n0])?$/.test(value ?? ''));
    if (!runs && (given.isUnknown || isAltered || (card.namesWith !== undefined && !has(card.namesWith))))
      return null;
    const isNul = endsWithNul(command);
    if (subcommand !== null) {
      // What git prints of its own files is below the folder where it runs.
      const isBelow = words.every(
        ({ value }) => value !== null && !/^[/~:]|(?:^|\/)\.\.(?:\/|$)/.test(value),
      );
      const isHere = isBelow && subcommand.options.every(({ name }) => name === '--no-pager');
      return isHere
        ? {
            places: [
              {
                path: ['.'],
                below: { except: ['node_modules', '.git'], isOfGit: !namesOthers(words) },
                splits: false,
              },
            ],
            isNul,
          }
        : null;
    }
    const shown = card.hidden === undefined || has(card.hidden) ? {} : { skipsHidden: true };
    const places = this.#actions(command)
      .filter(({ kind, command: own }) => own === command && (kind === 'list' || kind === 'read'))
      .map(({ path, below }) => ({ path, below: below ?? shown, splits: false }));
    // Of a folder it prints the names in it, without the folder.
    const mayBeFolder = places.some(
      ({ path: [name = null, ...rest] }) =>
        name === null ||
        rest.length > 0 ||
        !/\.\w+$/.test(name) ||
        this.#folders(command).some((folder) => isFolder(resolve(folder ?? '/', name))),
    );
    const bare =
      card.prints === 'listed' && mayBeFolder ? [{ path: ['.'], below: shown, splits: false }] : [];
    return places.length === 0 ? null : { places: [...places, ...bare], isNul };
  }
}

/** `xargs -a FILE`. Behind its own options, `-a` is one of the command that it runs. */
function namesFile({ words }: ShellCommand): string | null {
  const values = words.map(({ value }) => value ?? '');
  const at = values.findIndex((value) => /^(?:-a|--arg-file)$/.test(value));
  const isOwn = values.slice(0, Math.max(at, 0)).every((value) => /^-(?:[0rtx]+|[InPL]\S+)$/.test(value));
  return (at < 0 || !isOwn ? null : values[at + 1]) ?? null;
}

const maxListed = 2000;
const maxListBytes = 65_536;

/** The lines of a file; none where it is missing, null where it can't be read whole. */
function linesIn(file: string, folder: string | null): readonly string[] | null {
  if (folder === null || !isFolder(folder)) return null;
  try {
    const path = resolve(folder, file);
    if (!statSync(path).isFile() || statSync(path).size > maxListBytes) return null;
    const text = readFileSync(path, 'utf8');
    return /["'\\\0]/.test(text) ? null : text.split('\n').filter((line) => line.trim() !== '');
  } catch (problem) {
    return isMissing(problem) ? [] : null;
  }
}

function plainPlace(text: string): FoundPlace {
  return { path: [text], below: null, splits: false };
}

function mayWrite(command: ShellCommand): boolean {
  const { kind, card } = command;
  if (writes(command).some(({ value }) => value !== '/dev/null')) return true;
  if (kind === 'syntax') return false;
  return (
    card === null ||
    hasModes(card) ||
    (card.changes ?? card.reach ?? card.language ?? card.dialect ?? card.writes) !== undefined ||
    card.slots.some(({ role }) => ['write', 'any', 'update', 'unpack', 'into'].includes(role))
  );
}

/** git names files that nobody has added, and with them those that it is told to ignore. */
function namesOthers(words: readonly ShellWord[]): boolean {
  const values = words.map(knownStart);
  const others = values.some((value) => value === '--others' || /^-[a-z]*o/.test(value));
  return others && !values.includes('--exclude-standard');
}

function flagsOf(
  card: NonNullable<ShellCommand['card']>,
  words: readonly ShellWord[],
): { readonly flags: ReadonlySet<string>; readonly isUnknown: boolean } {
  const values = words.map(knownStart);
  const isWords = card.does === 'finds';
  const { flags, unknown } = givenWords(card.table, words);
  return { flags: new Set([...flags, ...values]), isUnknown: !isWords && unknown.length > 0 };
}

function isPlain({ kind, program, name, redirections, assignments }: ShellCommand): boolean {
  return (
    kind === 'program' &&
    program?.value === name &&
    assignments.length === 0 &&
    redirections.every(({ operator, descriptor }) => operator.startsWith('>') && descriptor === 2)
  );
}

/** A program that leaves out some lines of its input, or changes their order. */
function isFilter({ card, words }: ShellCommand): boolean {
  const isSearch = card?.prints === 'found' && card.namesWith !== undefined;
  if (card === null || (card.prints !== 'input' && !isSearch)) return false;
  const { flags, operands, unknown, reads, writes } = givenWords(card.table, words);
  const has = (options: readonly string[] = []): boolean => options.some((option) => flags.has(option));
  const own = isSearch && !has(card.gives) ? 1 : 0;
  const isChanging = has(card.alters) || has(card.namesWith) || (isSearch && has(card.deep));
  return unknown.length + reads.length + writes.length === 0 && operands.length === own && !isChanging;
}

function endsWithNul({ words }: ShellCommand): boolean {
  return words.some(({ value }) =>
    /^(?:-[a-zA-Z]*[0zZ][a-zA-Z]*|--null|--null-data|--?print0|--zero-terminated|%p\\0)$/.test(value ?? ''),
  );
}

/** Whether a command may put something into a variable. */
export function mayAssign(
  { card, assignments, inside, words, redirections }: ShellCommand,
  name: string,
): boolean {
  const options = card?.table.named('variable') ?? [];
  const isSetting =
    card?.slots.some(({ role }) => role === 'variable') ||
    words.some((word) => options.some((option) => knownStart(word).startsWith(option)));
  return (
    assignments.some((assignment) => assignment.name === name) ||
    inside.some((own) => own.kind === 'loop' && own.variable === name) ||
    redirections.some(({ descriptor }) => descriptor === name) ||
    card?.runs === 'source' ||
    card?.runs === 'evaluate' ||
    (isSetting === true &&
      words.some((word) => {
        const text = knownStart(word);
        return (
          text === '' ||
          text === name ||
          text.startsWith(`${name}=`) ||
          text.startsWith(`${name}+=`) ||
          text.endsWith(name)
        );
      }))
  );
}
