import { UnjudgeablePath } from '../../files/follow-links.ts';
import { globNames, globStart } from '../../files/glob-names.ts';
import { alternatives, globOf } from '../read/queries.ts';
import type { Piece, ShellWord } from '../read/reading.ts';
import type { FoundPlace } from './action.ts';
import { type PathText, pathTexts } from './path-text.ts';
import type { PrintedNames } from './printed-names.ts';

export interface NamedPlace {
  readonly path: PathText;
  /** Set where a search gives the name. */
  readonly among?: readonly FoundPlace[];
  /** What is unknown of the path is a number or a name in it: it leads nowhere else. */
  readonly isPartial: boolean;
}

export function namedPlaces(
  word: ShellWord,
  from: readonly (string | null)[],
  printed: PrintedNames,
): readonly NamedPlace[] {
  return alternatives(word).flatMap((one) => {
    if (isProcess(one)) return [];
    const among = foundPlaces(one, printed);
    if (among !== null) return [{ path: [null], among, isPartial: false }];
    return pathTexts(one).flatMap((text) =>
      'glob' in text ? globbed(text.glob, from) : [plainPlace(text, isPartial(one, printed))],
    );
  });
}

function plainPlace(path: PathText, partial = false): NamedPlace {
  return { path, isPartial: partial };
}

/** Whether a word is `<(…)` or `>(…)`: it leads to commands that are judged by themselves. */
function isProcess({ value, pieces: [piece, ...others] }: ShellWord): boolean {
  return value === null && others.length === 0 && piece?.kind === 'unknown' && piece.from === 'process';
}

/** A name that a command prints, perhaps with another ending: `"$f"`, `"${f%.ts}.js"`. */
function foundPlaces(word: ShellWord, printed: PrintedNames): readonly FoundPlace[] | null {
  const [piece, ...behind] = word.pieces;
  if (word.value !== null || piece?.kind !== 'unknown' || piece.isPart === true) return null;
  const ending = behind.map((part) => (part.kind === 'text' ? part.text : '/')).join('');
  if (!/^[\w.-]*$/.test(ending) || (ending !== '' && !/\w/.test(ending))) return null;
  const cut = piece.cut ?? /^\$\{\w+%%?(\.[\w.]+)\}$/.exec(piece.source)?.[1] ?? '';
  const places = printed.places(piece, word.splits);
  if (places === null) return null;
  if (cut + ending === '') return places;
  return places.flatMap(({ path, below, splits }) => {
    const start = path.at(-1) ?? null;
    const changed = start?.endsWith(cut) === true ? start.slice(0, start.length - cut.length) : start;
    const whole = [...path.slice(0, -1), changed === null ? null : changed + ending];
    // Without a name, what is behind it may be a path of its own.
    const others = [whole, [...path, ending], [ending]];
    const names = { ...below, only: undefined };
    return [
      { path, below: names, splits },
      ...others.map((one) => ({ path: one, below: null, splits: false })),
    ];
  });
}

/** The names that a pattern matches now. Where it is too wide, or its folder is unknown, any. */
function globbed(glob: string, from: readonly (string | null)[]): readonly NamedPlace[] {
  if (glob.includes('**') && !/(?:^|\/)\.\.(?:\/|$)/.test(glob.slice(glob.indexOf('**')))) {
    const only = /(?:^|\/)([\w.*?-]+)$/.exec(glob)?.[1] ?? null;
    const below = only === null || only.includes('**') ? {} : { only: [only] };
    const place = { path: [globStart(glob) || '.'], below, splits: false, passes: true };
    return [{ path: [null], among: [place], isPartial: false }];
  }
  try {
    return from.flatMap((folder): readonly NamedPlace[] =>
      folder === null
        ? [plainPlace([null])]
        : globNames(glob, folder)
            .filter((name) => isShown(glob, name))
            .map((name) => plainPlace([name])),
    );
  } catch (problem) {
    if (!(problem instanceof UnjudgeablePath)) throw problem;
    return [plainPlace([null])];
  }
}

/** A shell leaves hidden names out where the pattern does not begin with the dot. */
function isShown(glob: string, name: string): boolean {
  const parts = glob.split('/');
  return name
    .split('/')
    .every((part, index) => !part.startsWith('.') || (parts[index] ?? '').startsWith('.'));
}

/** Whether each part of a path that is unknown is a number or a name, beside text or at the end. */
function isPartial({ pieces, value }: ShellWord, printed: PrintedNames): boolean {
  if (value !== null || !pieces.every((piece) => piece.kind !== 'unknown' || printed.isName(piece)))
    return false;
  const segments = pieces.map(partText).join('').split('/');
  return segments.every((segment, at) => {
    if (!segment.includes('\0')) return segment !== '..';
    const isNumber = pieces.every((piece) => piece.kind !== 'unknown' || piece.from === 'number');
    return /[^.\0]/.test(segment) || (isNumber && at > 0 && at === segments.length - 1 && segment === '\0');
  });
}

function partText(piece: Piece): string {
  if (piece.kind === 'unknown') return '\0';
  return piece.kind === 'tilde' ? '/' : piece.text;
}

/** The folders whose names the patterns in a word show, wherever the word goes. */
export function listedFolders(word: ShellWord): readonly string[] {
  return alternatives(word).flatMap((one) => {
    const start = globStart(globOf(one) ?? '');
    return start === '' ? [] : [start];
  });
}
