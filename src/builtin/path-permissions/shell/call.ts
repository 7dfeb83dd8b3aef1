import { homedir } from 'node:os';
import { basename, isAbsolute } from 'node:path';
import { compileGlob } from '../../../engine/hooks/fnmatch.ts';
import { followLinks, readingsOf, UnjudgeablePath } from '../../../files/follow-links.ts';
import { treeFacts } from '../../../files/tree-facts.ts';
import { isWithin } from '../../../files/within.ts';
import type { Access, PathUse } from '../../../permissions/uses/path-use.ts';
import { knownStart } from '../../../shell/programs/words.ts';
import { alternatives } from '../../../shell/queries.ts';
import type { Piece, ShellCommand, ShellWord } from '../../../shell/reading.ts';
import type { Listing } from './listings.ts';
import { type KnownOutputs, type PossiblePlace, placesOf } from './places.ts';

export interface ShellOptions {
  /** Programs that are known only to read, beside those that everyone knows. */
  readonly readers: ReadonlySet<string>;
  /** Programs of which only the words are judged, not what they could do besides. */
  readonly trusted: ReadonlySet<string>;
  /** Whether programs that nobody knows may run; the paths that they are given count as written. */
  readonly allowOthers: boolean;
}

/** What is found out about a line, command by command. */
export interface LineFindings {
  readonly uses: PathUse[];
  /** What is moved or copied as it is, so that it may mean something else behind it. */
  readonly moved: string[];
  /** A name that is written and that another command may take for an option. */
  optionName: string | null;
  /** A name that is written and that a shell takes apart where it is not quoted. */
  oddName: string | null;
  /** Whether names that are found are taken apart. */
  takesApart: boolean;
}

interface More {
  readonly deep?: boolean;
  readonly loses?: boolean;
  readonly shows?: boolean;
  readonly follows?: boolean;
  readonly movedTo?: readonly string[] | undefined;
  /** It may be no path at all, or one that matches a pattern: the path is no name that is written. */
  readonly isGuess?: boolean;
}

/** One command of a line, and what it would do to paths. */
export class JudgedCommand {
  readonly command: ShellCommand;
  /** The name that its program is known by. */
  readonly name: string;
  readonly options: ShellOptions;
  readonly findings: LineFindings;
  /** Where it may run; null where that is only known at run time. */
  readonly folders: readonly (string | null)[];
  readonly #outputs: KnownOutputs;

  constructor(
    command: ShellCommand,
    name: string,
    line: {
      readonly options: ShellOptions;
      readonly findings: LineFindings;
      readonly folders: readonly (string | null)[];
      readonly outputs: KnownOutputs;
    },
  ) {
    this.command = command;
    this.name = name;
    this.options = line.options;
    this.findings = line.findings;
    this.folders = line.folders;
    this.#outputs = line.outputs;
  }

  get words(): readonly ShellWord[] {
    return this.command.words;
  }

  /** Every place that a word may name, with the folder that it counts from. */
  places(word: ShellWord): readonly (PossiblePlace & { readonly folder: string })[] {
    return this.folders.flatMap((own) => {
      if (own === null && !alternatives(word).every(isAnchored))
        throw new UnjudgeablePath('a path in a folder that is only known at run time');
      const folder = own ?? '/';
      return placesOf(word, folder, this.#outputs).map((place) => ({ ...place, folder }));
    });
  }

  add(access: Access, words: readonly ShellWord[], more: More = {}): void {
    for (const word of words) {
      for (const place of this.places(word)) {
        const isGuess = more.isGuess === true || place.isPattern;
        if (place.listing === null) this.addPath(access, place.path, place.folder, { ...more, isGuess });
        else this.#addListing(access, place.path, place.folder, place.listing, word, more);
      }
    }
  }

  addPath(access: Access, path: string, folder: string, more: More = {}): void {
    const { deep = false, loses = access === 'delete', shows = false, follows = false, movedTo } = more;
    if (access === 'write') {
      if (basename(path).startsWith('-')) this.findings.optionName ??= path;
      if (more.isGuess !== true && /[\s'"\\*?[]/.test(path)) this.findings.oddName ??= path;
    }
    if (deep && follows) refuseLinks(path, folder);
    this.findings.uses.push({ access, path, folder, deep, loses, shows, movedTo });
  }

  /** Whether a word names a branch, a version or a container, as git and docker print them. */
  isReference({ pieces, choices }: ShellWord): boolean {
    const isPrinted = (piece: Piece): boolean =>
      piece.kind === 'unknown' &&
      (this.#outputs.listing(piece)?.areReferences === true || this.#outputs.isName(piece));
    return (
      choices.length === 0 &&
      pieces.some(isPrinted) &&
      pieces.every((piece) => isPrinted(piece) || (piece.kind === 'text' && /^\w[\w/:.-]*$/.test(piece.text)))
    );
  }

  /** What a program does that goes through everything below a place by itself. */
  addBelow(access: Access, word: ShellWord, listing: Listing): void {
    for (const { path, folder } of this.places(word))
      this.#addListing(access, path, folder, listing, word, {});
  }

  /** Names that lie somewhere below: all that is there counts, and where links lead. */
  #addListing(
    access: Access,
    path: string,
    folder: string,
    listing: Listing,
    word: ShellWord,
    more: More,
  ): void {
    const isSplit = listing.isSplit ?? word.splits;
    // Removing a link leaves alone what it leads to.
    const mayLead = listing.isPassed || (!listing.areFiles && access !== 'delete');
    const isLooked = isSplit || mayLead || listing.isBare || access === 'delete';
    const files = isLooked ? checkListing(path, folder, listing, { isSplit, mayLead }) : [];
    if (isSplit) this.findings.takesApart = true;
    const { uses } = this.findings;
    if (access !== 'delete') {
      uses.push({ access, path, folder, deep: true, loses: false, shows: false, movedTo: more.movedTo });
      return;
    }
    const loses = more.loses ?? true;
    uses.push({ access, path, folder, deep: true, loses: false, shows: false, isBelow: true });
    for (const file of files)
      uses.push({ access, path: file, folder, deep: false, loses, shows: false, movedTo: more.movedTo });
  }
}

/** Whether a path does not depend on the folder. */
function isAnchored(word: ShellWord): boolean {
  const [first] = word.pieces;
  return /^(?:\/|~\/)/.test(knownStart(word)) || first?.kind === 'tilde';
}

const maxFiles = 1000;

/** Looks at what lies below where names are found, and gives the files that match. */
function checkListing(
  path: string,
  folder: string,
  { skipped, name, isBare }: Listing,
  { isSplit, mayLead }: { readonly isSplit: boolean; readonly mayLead: boolean },
): readonly string[] {
  const matching = name === null ? null : compileGlob(name);
  const found: string[] = [];
  for (const reading of readingsOf(path, folder)) {
    const start = followLinks(reading);
    const facts = treeFacts(start, skipped);
    if (!facts.isComplete)
      throw new UnjudgeablePath(`names below ${path}, where there are too many to look at`);
    if (facts.hasOptionName && isBare)
      throw new UnjudgeablePath(`names below ${path}, of which one is like an option`);
    const isMeant = (own: string): boolean => matching === null || matching.matches(basename(own));
    const odd = isSplit ? facts.odd.find((own) => own.isFolder || isMeant(own.path)) : undefined;
    if (odd !== undefined)
      throw new UnjudgeablePath(`${odd.path}, a name that is taken apart where it is not quoted`);
    const leading = mayLead ? facts.links.find((link) => !isWithin(followLinks(link), start)) : undefined;
    if (leading !== undefined)
      throw new UnjudgeablePath(`names below ${path}, of which ${leading} leads elsewhere`);
    found.push(...facts.files.filter(isMeant));
  }
  return found.length > maxFiles ? [path] : [...new Set(found)];
}

/** Links below that lead out of the folder, for a program that follows them. */
function refuseLinks(path: string, folder: string): void {
  for (const reading of readingsOf(path, folder)) {
    const start = followLinks(reading);
    const { links, isComplete } = treeFacts(start);
    const leading = links.find((link) => !isWithin(followLinks(link), start));
    if (leading !== undefined)
      throw new UnjudgeablePath(`a search that follows links, and ${leading} leads elsewhere`);
    if (!isComplete)
      throw new UnjudgeablePath('a search that follows links, through too many files to look for them');
  }
}

/** A folder of a reading as a path. The shell may mean a home folder, or one that is called `~`. */
export function foldersFrom(folder: string | null, start: string): readonly (string | null)[] {
  if (folder === null) return [null];
  if (folder === '') return [start];
  if (isAbsolute(folder)) return [folder];
  const inside = `${start}/${folder}`;
  return folder === '~' || folder.startsWith('~/') ? [homedir() + folder.slice(1), inside] : [inside];
}
