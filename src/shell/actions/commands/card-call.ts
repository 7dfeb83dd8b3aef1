import { stripEnd } from '../../../bounds/strip-end.ts';
import type { Card } from '../../programs/card.ts';
import type { Role } from '../../programs/option-table.ts';
import { type GivenWords, givenWords } from '../../read/options.ts';
import type { Subcommand } from '../../read/queries.ts';
import type { ShellWord } from '../../read/reading.ts';
import type { Below } from '../action.ts';
import { plainNames } from '../search-pattern.ts';
import { everything, startOf, within } from './word-uses.ts';

/** A call of a program that has a card, its words sorted by the card. */
export interface CardCall {
  readonly name: string;
  readonly card: Card;
  readonly words: readonly ShellWord[];
  readonly given: GivenWords;
  readonly subcommand: Subcommand | null;
}

export function cardCall(
  name: string,
  card: Card,
  words: readonly ShellWord[],
  subcommand: Subcommand | null = null,
): CardCall {
  return { name, card, words, given: givenWords(card.table, words), subcommand };
}

/** Whether one of these options was given. No options mean that none is needed. */
export function has({ given: { flags } }: CardCall, options: readonly string[] | undefined): boolean {
  return options !== undefined && (options.length === 0 || options.some((option) => flags.has(option)));
}

/** Which files below its paths the call reaches; null where it is only about the paths. */
export function belowOf(call: CardCall): Below | null {
  return has(call, call.card.deep) || mayHaveFlag(call) ? reach(call) : null;
}

/** A variable that is not quoted may bring along `-r`; names that a search finds don't. */
function mayHaveFlag({ card, given: { operands } }: CardCall): boolean {
  return (
    card.deep !== undefined &&
    operands.some(
      ({ splits, value, pieces }) =>
        value === null &&
        splits &&
        pieces.every((piece) => piece.kind === 'unknown' && piece.from === 'variable'),
    )
  );
}

export function reach(call: CardCall): Below {
  const { card } = call;
  const { only: names, except: others, levels: depths, ignored } = card;
  if ([names, others, depths, ignored].every((fact) => fact === undefined)) return everything;
  const globs = textsOf(call, card.only);
  const only = [
    ...globs.filter((glob) => glob?.startsWith('!') !== true),
    ...textsOf(call, card.endings).map((ending) => ending && `*.${ending.replace(/^=?\.?/, '')}`),
    ...textsOf(call, card.types).map((type) => type && `*.${type}`),
  ];
  const except = [
    ...globs.flatMap((glob) => (glob?.startsWith('!') === true ? glob.slice(1) : [])),
    ...textsOf(call, card.except),
  ];
  const wanted = only.map((glob) => (glob === null ? null : plainNames(glob)));
  const [levels] = textsOf(call, card.levels);
  return {
    ...(wanted.length > 0 && !wanted.includes(null) && { only: wanted.flatMap((own) => own ?? []) }),
    ...(except.length > 0 && { except: except.flatMap((glob) => (glob === null ? [] : lastName(glob))) }),
    ...(card.hidden !== undefined &&
      !has(call, card.hidden) &&
      !globs.some((glob) => glob === null || glob.startsWith('.')) &&
      !isUnrestricted(call) && { skipsHidden: true }),
    // A glob that is named brings back what is ignored.
    ...(card.ignored !== undefined &&
      !has(call, card.ignored) &&
      globs.length === 0 && { skipsIgnored: true }),
    ...(/^=?\d{1,3}$/.test(levels ?? '') && { maxDepth: Number((levels ?? '').replace('=', '')) }),
  };
}

/** `rg -uu`: the second letter opens hidden files. */
function isUnrestricted({ words, card }: CardCall): boolean {
  if (card.hidden?.includes('-uu') !== true) return false;
  const letters = words.filter(
    ({ value }) => /^-[a-zA-Z.]*u/.test(value ?? '') || value === '--unrestricted',
  );
  return letters.length > 1 || letters.some(({ value }) => /u.*u/.test(value ?? ''));
}

function lastName(glob: string): string {
  const plain = stripEnd(glob.endsWith('/**') ? glob.slice(0, -2) : glob, '/');
  return plain.slice(plain.lastIndexOf('/') + 1);
}

/** The values of options, null for those that only run time knows. */
export function textsOf(
  { given }: CardCall,
  options: readonly string[] | undefined,
): readonly (string | null)[] {
  return given.values.flatMap(({ option, word }) =>
    options?.includes(option) === true ? [writtenText(word)?.replace(/^=/, '') ?? null] : [],
  );
}

function writtenText({ value, pieces }: ShellWord): string | null {
  const isKnown = pieces.every(({ kind }) => kind === 'text' || kind === 'glob');
  return value ?? (isKnown ? pieces.map((piece) => ('text' in piece ? piece.text : '')).join('') : null);
}

export function valuesOf({ given }: CardCall, ...roles: readonly Role[]): readonly ShellWord[] {
  return given.values.flatMap(({ role, word }) => (roles.includes(role) ? [word] : []));
}

/** Where its paths count from, when an option says so: `-C folder`. */
export function placed(call: CardCall, word: ShellWord): ShellWord {
  return valuesOf(call, 'folder').reduceRight((path, folder) => within(folder, path), word);
}

export interface Slotted {
  readonly word: ShellWord;
  readonly role: Role;
  /** It may be something else, where words before it are only known at run time. */
  readonly isSure: boolean;
}

export function slotted(call: CardCall): readonly Slotted[] {
  const { card, given } = call;
  const slots = takesPlace(call) ? card.slots.slice(1) : card.slots;
  const many = slots.findIndex(({ isMany }) => isMany);
  const before = many < 0 ? slots : slots.slice(0, many);
  const after = many < 0 ? [] : slots.slice(many + 1);
  const { operands } = given;
  const main = slots[many]?.role ?? 'any';
  const at = (index: number): Role => {
    const fromEnd = operands.length - index;
    // `yq file`: alone, what may be left out is.
    if (before[index]?.role === 'code' && before[index].isOptional && operands.length === 1) return main;
    if (index < before.length) return before[index]?.role ?? main;
    const isAtEnd = fromEnd <= after.length && operands.length > before.length + after.length;
    return isAtEnd ? (after[after.length - fromEnd]?.role ?? main) : main;
  };
  let isSure = true;
  return operands.flatMap((word, index): readonly Slotted[] => {
    isSure &&= !(word.splits && word.value === null);
    const role = at(index);
    const own = { word, role, isSure: isSure || role === main };
    // A word that may be none, or several, moves those behind it.
    const moved = !isSure && role !== main ? [{ word, role: main, isSure: false }] : [];
    // `-` is its input, and editors take a command behind `+`.
    const isPlain = !(
      startOf(word).startsWith('+') &&
      card.language !== undefined &&
      card.writes?.length === 0
    );
    return startOf(word) === '-' || !isPlain ? [] : [own, ...moved];
  });
}

/** Whether an option gives what the first operand would be: `grep -e pattern`, `sed -f file`. */
function takesPlace(call: CardCall): boolean {
  const { card, given } = call;
  if (card.gives !== undefined) return has(call, card.gives);
  const first = card.slots[0]?.role;
  return (
    (first === 'code' && given.values.some(({ role }) => role === 'code' || role === 'script')) ||
    (first === 'script' && given.values.some(({ role }) => role === 'code' || role === 'shell'))
  );
}
