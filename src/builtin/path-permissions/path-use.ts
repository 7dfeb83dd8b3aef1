import { homedir } from 'node:os';
import { basename, isAbsolute } from 'node:path';
import { compileGlob } from '../../engine/hooks/fnmatch.ts';
import { followLinks, readingsOf, UnjudgeablePath } from '../../files/follow-links.ts';
import { globNames } from '../../files/glob-names.ts';
import { treeFacts } from '../../files/tree-facts.ts';
import { isWithin } from '../../files/within.ts';
import type { Below, FoundPlace, PathAction } from '../../shell/actions/action.ts';
import { type PathText, wholeText } from '../../shell/actions/path-text.ts';
import type { Access } from '../../shell/actions/path-use.ts';
import { givenWords } from '../../shell/read/options.ts';
import { alternatives, globOf } from '../../shell/read/queries.ts';

interface FoundPath {
  readonly path: string;
  readonly folder: string;
}

export interface PathUse extends FoundPath {
  readonly access: Access;
  readonly deep: boolean;
  readonly isBelow: boolean;
  readonly loses: boolean;
  readonly shows: boolean;
  readonly isGuess: boolean;
  readonly movedTo: readonly string[];
  readonly action: PathAction;
}

export function usesOf(action: PathAction): readonly PathUse[] {
  const { below, isSure, command } = action;
  // An unknown program may write its words.
  const access =
    action.kind === 'list'
      ? 'read'
      : action.kind === 'delete' && !isSure && command !== null
        ? 'write'
        : action.kind;
  const shared = {
    access,
    // Listing names doesn't read the files.
    deep: below !== null && action.kind !== 'list',
    isBelow: false,
    loses: access === 'delete' && action.moves !== true,
    shows: action.shows === true,
    isGuess: !isSure,
    movedTo: [],
    action,
  };
  const found =
    action.among ?? (access === 'delete' && isFiltered(below) ? [{ ...action, below, splits: false }] : null);
  return action.folders.flatMap((from): readonly PathUse[] => {
    if (found !== null)
      return found.flatMap((place) => foundUses(place, placed(place.path, from, action), shared));
    return placesOf(action, from).map((place) => {
      if (shared.deep && followsLinks(action)) refuseLeadingLinks(place);
      return { ...shared, ...place };
    });
  });
}

function foundUses(
  found: FoundPlace,
  place: FoundPath,
  shared: Omit<PathUse, keyof FoundPath>,
): readonly PathUse[] {
  if (found.below === null) return [{ ...shared, ...place }];
  const files = foundFiles(place, found, shared.access);
  const all = { ...shared, ...place, deep: true, isBelow: true, loses: false, shows: false, isGuess: true };
  return [
    all,
    ...files.map((path) => ({ ...shared, folder: place.folder, path, deep: false, isGuess: true })),
  ];
}

function isFiltered(below: Below | null): boolean {
  return Object.values(below ?? {}).some((filter) => filter !== undefined && filter !== false);
}

function followsLinks({ command }: PathAction): boolean {
  const { card, words } = command ?? {};
  if (card?.follows === undefined || words === undefined) return false;
  const { flags } = givenWords(card.table, words);
  return card.follows.length === 0 || card.follows.some((option) => flags.has(option));
}

function placesOf(action: PathAction, from: string | null): readonly (FoundPath & { isGuess: boolean })[] {
  const { path, isPartial, word, isSure } = action;
  const text = wholeText(path);
  const globs = word === undefined ? [] : alternatives(word).flatMap((one) => globOf(one) ?? []);
  if (isPartial !== true && globs.length === 0) return [{ ...placed(path, from, action), isGuess: !isSure }];
  if (from === null) throw new UnjudgeablePath('a pattern in a folder that is only known at run time');
  if (text === null && isPartial !== true) throw new UnjudgeablePath(unknownReason(action));
  // A shell with other options finds hidden names too.
  const patterns = isPartial === true ? [path.map((part) => part ?? '*').join('')] : globs;
  const names = patterns.flatMap((pattern) => globNames(pattern.replaceAll(/\*+/g, '*'), from));
  return [...(text === null ? [] : [text]), ...names].map((name) => ({
    path: name,
    folder: from,
    isGuess: true,
  }));
}

function placed(path: PathText, from: string | null, action: PathAction): FoundPath {
  const text = wholeText(path);
  if (text === null) throw new UnjudgeablePath(unknownReason(action));
  if (from === null && !isAbsolute(text) && !/^~(?:\/|$)/.test(text))
    throw new UnjudgeablePath('a path in a folder that is only known at run time');
  return { path: text, folder: from ?? homedir() };
}

function unknownReason({ word }: PathAction): string {
  for (const piece of (word === undefined ? [] : alternatives(word)).flatMap(({ pieces }) => pieces)) {
    if (piece.kind === 'tilde' && piece.user !== '') return `~${piece.user}, another's folder`;
    if (piece.kind !== 'unknown') continue;
    if (piece.from === 'variable' && piece.name !== '') return `the variable $${piece.name}`;
    if (piece.from === 'output') return `the output of ${piece.source.slice(0, 40)}`;
    if (piece.from === 'found') return 'names that are found';
    if (piece.from === 'input') return 'words that are read from input';
  }
  return 'a path that is only known at run time';
}

export function realPaths({ path, folder, access }: PathUse): readonly string[] {
  return readingsOf(path, folder).map((reading) => followLinks(reading, { keepLast: access === 'delete' }));
}

const maxFiles = 1000;

function foundFiles(
  { path, folder }: FoundPath,
  { below, splits, passes }: FoundPlace,
  access: Access,
): readonly string[] {
  const patterns = (below?.only ?? []).map(compileGlob);
  const isMeant = (own: string): boolean =>
    patterns.length === 0 || patterns.some((pattern) => pattern.matches(basename(own)));
  const skipped = { anywhere: new Set(below?.except), first: new Set<string>() };
  const files = readingsOf(path, folder).flatMap((reading) => {
    const start = followLinks(reading);
    const { isComplete, hasOptionName, odd, links, files: own } = treeFacts(start, skipped);
    if (!isComplete) throw new UnjudgeablePath(`names below ${path}, where there are too many to look at`);
    if (hasOptionName) throw new UnjudgeablePath(`names below ${path}, of which one is like an option`);
    const split = splits ? odd.find((name) => name.isFolder || isMeant(name.path)) : undefined;
    if (split !== undefined)
      throw new UnjudgeablePath(`${split.path}, a name that is taken apart where it is not quoted`);
    // Removing a link leaves alone what it leads to.
    const leading = access === 'delete' && passes !== true ? undefined : leadingLink(links, start);
    if (leading !== undefined)
      throw new UnjudgeablePath(`names below ${path}, of which ${leading} leads elsewhere`);
    return access === 'delete' ? own.filter(isMeant) : [];
  });
  return files.length > maxFiles ? [path] : [...new Set(files)];
}

function refuseLeadingLinks({ path, folder }: FoundPath): void {
  for (const reading of readingsOf(path, folder)) {
    const start = followLinks(reading);
    const { links, isComplete } = treeFacts(start);
    const leading = leadingLink(links, start);
    if (leading !== undefined)
      throw new UnjudgeablePath(`a search that follows links, and ${leading} leads elsewhere`);
    if (!isComplete)
      throw new UnjudgeablePath('a search that follows links, through too many files to look for them');
  }
}

function leadingLink(links: readonly string[], start: string): string | undefined {
  return links.find((link) => !isWithin(followLinks(link), start));
}

export function refuseMoved(path: string): void {
  const { links, hasOptionName, isComplete } = treeFacts(path);
  if (links.length > 0)
    throw new UnjudgeablePath(`a link that is moved or copied: ${links[0]}; do that alone`);
  if (hasOptionName || !isComplete)
    throw new UnjudgeablePath(`what is in ${path}, moved or copied along with other commands; do that alone`);
}
