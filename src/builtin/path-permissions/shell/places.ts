import { homedir } from 'node:os';
import { escapeRegExp } from '../../../engine/values/text.ts';
import { UnjudgeablePath } from '../../../files/follow-links.ts';
import { globNames, globStart } from '../../../files/glob-names.ts';
import { alternatives } from '../../../shell/queries.ts';
import type { Piece, ShellWord, UnknownPiece } from '../../../shell/reading.ts';
import { type Listing, namesBelow } from './listings.ts';
import { isProcess, pieceReason } from './words.ts';

/** Where a word may lead. */
export interface PossiblePlace {
  readonly path: string;
  /** The names that may lie at or below the path; null when the path is meant itself. */
  readonly listing: Listing | null;
  /** Whether the path is a pattern, for the names that may match it by then. */
  readonly isPattern: boolean;
}

/** What a piece of a word may be that only run time knows. */
export interface KnownOutputs {
  /** The names that a piece is one of; null when that is not known. */
  listing(piece: UnknownPiece): Listing | null;
  /** Whether it is a name without a slash that is neither `.` nor `..`. */
  isName(piece: UnknownPiece): boolean;
  /** Whether it is sure to be more than nothing. */
  isFilled(piece: UnknownPiece, word: ShellWord): boolean;
}

/** Every place that a word may name for a command in this folder. Throws where that is only known at run time. */
export function placesOf(word: ShellWord, folder: string, outputs: KnownOutputs): readonly PossiblePlace[] {
  return alternatives(word).flatMap((one): readonly PossiblePlace[] => {
    if (one.value !== null) return [plainPlace(one.value)];
    if (isProcess(one)) return [];
    const listed = listedPlaces(one, outputs);
    return listed ?? namedPlaces(one, folder, outputs);
  });
}

function plainPlace(path: string): PossiblePlace {
  return { path, listing: null, isPattern: false };
}

/** A word with a name from a listing in it: `"$f"`, `"copies/$f.bak"`. */
function listedPlaces(word: ShellWord, outputs: KnownOutputs): readonly PossiblePlace[] | null {
  const { pieces } = word;
  const at = pieces.findIndex((piece) => piece.kind === 'unknown' && outputs.listing(piece) !== null);
  const piece = pieces[at];
  const listing = piece?.kind === 'unknown' ? outputs.listing(piece) : null;
  if (piece?.kind !== 'unknown' || listing === null) return null;
  const cut = piece.cut ?? /^\$\{\w+%%?(\.[\w.]+)\}$/.exec(piece.source)?.[1] ?? '';
  const before = textOf(pieces.slice(0, at));
  const behind = textOf(pieces.slice(at + 1));
  const goesUp = listing.starts.some((start) => upward.test(start));
  const isApart = before === '' || before?.endsWith('/') === true;
  if (before === null || behind === null || upward.test(behind) || (goesUp && !isApart))
    throw new UnjudgeablePath('a name that is found, as a part of a path');
  const named = listing.starts.flatMap((start) => {
    // `copy-` and a name are a name of their own in the same folder.
    const path = isApart ? before + start : before.slice(0, before.lastIndexOf('/') + 1) || '.';
    const own = behind.includes('/') ? { ...listing, isPassed: true } : listing;
    // Where it begins may be a name of its own, and then so it is with what is cut off and put behind it.
    const whole = [start, start.endsWith(cut) ? start.slice(0, start.length - cut.length) : start];
    const changed = cut + behind === '' ? [] : whole.map((name) => plainPlace(before + name + behind));
    return [{ path, listing: own, isPattern: false }, ...changed];
  });
  // Without a name, what is behind it may be a path of its own.
  const isFilled = before + behind === '' || outputs.isFilled(piece, word);
  return isFilled ? named : [...named, plainPlace(before + behind)];
}

const upward = /(?:^|\/)\.\.(?:\/|$)/;

function textOf(pieces: readonly Piece[]): string | null {
  return pieces.every((piece) => piece.kind === 'text') ? pieces.map((piece) => piece.text).join('') : null;
}

/** How often a path may have a part that only run time knows. */
const maxParts = 2;

function namedPlaces(word: ShellWord, folder: string, outputs: KnownOutputs): readonly PossiblePlace[] {
  const hasGlob = word.pieces.some(({ kind }) => kind === 'glob');
  const parts = word.pieces.map((piece): Part => {
    if (piece.kind === 'text') return { text: piece.text, form: escapeRegExp(piece.text), isOpen: false };
    if (piece.kind === 'glob') {
      if (piece.text.includes('(')) throw new UnjudgeablePath('a pattern in parentheses');
      return { text: piece.text, form: '', isOpen: false };
    }
    const text = fixedText(piece, folder, hasGlob);
    return text === null
      ? { text: '*', form: unknownForm(piece, outputs), isOpen: true }
      : { text, form: escapeRegExp(text), isOpen: false };
  });
  const open = parts.filter(({ isOpen }) => isOpen).length;
  if (open > maxParts) throw new UnjudgeablePath('a path of which too much is only known at run time');
  const pattern = parts.map(({ text }) => text).join('');
  if (!hasGlob && open === 0) return [plainPlace(pattern)];
  if (pattern.includes('**') && open === 0)
    return [{ path: globStart(pattern) || '.', listing: namesBelow([]), isPattern: false }];
  const matching = hasGlob ? null : new RegExp(`^${parts.map(({ form }) => form).join('')}$`);
  const names = globNames(pattern.replaceAll(/\*+/g, '*'), folder).filter(
    (name) => matching === null || name.includes('*') || matching.test(name),
  );
  // Where it is not quoted, the shell takes apart the names that it found before.
  const odd = word.splits ? names.find((name) => name !== pattern && /[\s*?[\\]/.test(name)) : undefined;
  if (odd !== undefined)
    throw new UnjudgeablePath(`${odd}, a name that is taken apart where it is not quoted`);
  return [...names, ...withoutOpen(parts)].map((path) => ({ ...plainPlace(path), isPattern: true }));
}

interface Part {
  readonly text: string;
  readonly form: string;
  /** Whether only run time knows it: then it may be nothing at all. */
  readonly isOpen: boolean;
}

function withoutOpen(parts: readonly Part[]): readonly string[] {
  const at = parts.findIndex(({ isOpen }) => isOpen);
  if (at < 0) return [];
  const start = parts.slice(0, at);
  const rest = parts.slice(at + 1);
  const shorter = [...start, ...rest];
  const text = (own: readonly Part[]): string => own.map((part) => part.text).join('');
  return [text(shorter), ...withoutOpen(shorter), ...withoutOpen(rest).map((end) => `${text(start)}*${end}`)];
}

/** The text that stands for a piece: home folders and the current one. */
function fixedText(piece: Piece, folder: string, isInPattern: boolean): string | null {
  if (piece.kind === 'tilde' && piece.user === '') return isInPattern ? homedir() : '~';
  if (piece.kind !== 'unknown' || piece.from !== 'variable') return null;
  if (piece.name === 'HOME' && /^\$\{?HOME\}?$/.test(piece.source)) return homedir();
  return piece.name === 'PWD' && /^\$\{?PWD\}?$/.test(piece.source) ? folder : null;
}

/** What a name looks like that is only known at run time, where it is a part of one and no more. */
function unknownForm(piece: Piece, outputs: KnownOutputs): string {
  const isNumber = piece.kind === 'unknown' && piece.from === 'number';
  if (isNumber) return '-?\\d*';
  if (piece.kind === 'unknown' && outputs.isName(piece)) return '[^/]*';
  throw new UnjudgeablePath(pieceReason(piece) ?? 'a word that is only known at run time');
}
