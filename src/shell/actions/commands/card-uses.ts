import { lookUp } from '../../../engine/values/look-up.ts';
import type { Card } from '../../programs/card.ts';
import { cardOf, hasModes, modeCard, subcommandCard } from '../../programs/cards.ts';
import { givenWords } from '../../read/options.ts';
import { type Subcommand, subcommandOf } from '../../read/queries.ts';
import type { ShellCommand, ShellWord } from '../../read/reading.ts';
import { commandStart } from '../../read/runs/wrapping/command-start.ts';
import { type CardCall, cardCall, has } from './card-call.ts';
import { copiedElsewhere, shared } from './does/containers.ts';
import { copies, links } from './does/copies.ts';
import { finds, findsByPattern } from './does/finds.ts';
import { bytes, filters, keyPairs, mounts, patches, splits, templates } from './does/parts.ts';
import { syncs, transfers } from './does/remote.ts';
import { repository } from './does/repository.ts';
import { squeezes } from './does/squeezes.ts';
import { plainUses } from './plain-uses.ts';
import { type CommandUse, guesses, plainWord } from './word-uses.ts';

/** What a card's `does` names. */
const special: Readonly<Record<string, (call: CardCall) => readonly CommandUse[]>> = {
  bytes,
  copiedElsewhere,
  copies,
  filters,
  finds,
  findsByPattern,
  keys: keyPairs,
  links,
  mounts,
  patches,
  repository,
  shared,
  splits,
  squeezes,
  syncs,
  templates,
  transfers,
};

/** What a command does to paths and hosts: what it names in its words, not what it may do besides. */
export function commandUses(command: ShellCommand): readonly CommandUse[] {
  const known = usesOf.get(command) ?? readUses(command);
  usesOf.set(command, known);
  return known;
}

/** Paths and hosts are asked for one after the other. */
const usesOf = new WeakMap<ShellCommand, readonly CommandUse[]>();

function readUses({ kind, name, words, program }: ShellCommand): readonly CommandUse[] {
  if (kind === 'unknown') {
    // `$TAR czf …` is what it is called after, or anything.
    const named = /^"?\$\{?([A-Za-z]\w*)\}?"?$/.exec(program?.source ?? '')?.[1]?.toLowerCase() ?? '';
    const called = calledCard(named, words);
    return called === null || called.card.wraps !== undefined ? guesses(words) : callUses(called);
  }
  if (kind !== 'program') return [];
  const called = calledCard(name, words);
  return called === null ? guesses(words) : callUses(called);
}

/** A program's card, or that of its subcommand, with the words behind it. */
export interface CalledCard {
  readonly name: string;
  /** The card of the program itself. */
  readonly program: Card;
  readonly card: Card;
  readonly words: readonly ShellWord[];
  readonly allWords: readonly ShellWord[];
  readonly subcommand: Subcommand | null;
}

export function calledCard(name: string, words: readonly ShellWord[]): CalledCard | null {
  const program = cardOf(name);
  if (program === null) return null;
  const subcommand = subcommandOf({ card: program, words });
  const shared = { name, program, allWords: words, subcommand };
  if (program.letters === true || hasModes(program)) {
    const plain = program.letters === true ? unbundled(program, words) : words;
    const mode = modeCard(program, givenWords(program.table, plain).flags);
    return { ...shared, card: mode ?? program, words: plain };
  }
  for (let length = subcommand?.path.length ?? 0; length > 0; length -= 1) {
    const card = subcommandCard(name, subcommand?.path.slice(0, length) ?? []);
    if (card !== null)
      return { ...shared, card, words: words.slice((subcommand?.places[length - 1] ?? 0) + 1) };
  }
  return { ...shared, card: program, words };
}

/** `tar xfC archive folder`: the letters at the start take their values in turn. */
function unbundled({ table }: Card, [first, ...rest]: readonly ShellWord[]): readonly ShellWord[] {
  if (first === undefined) return [];
  if (!/^[a-zA-Z]\w*$/.test(first.value ?? '')) return [first, ...rest];
  const values = [...rest];
  const options = [...(first.value ?? '')].flatMap((letter): readonly ShellWord[] => {
    const option = plainWord(`-${letter}`);
    const { wants } = table.read(`-${letter}`);
    const value = wants === 'none' || wants === 'attached' ? undefined : values.shift();
    return value === undefined ? [option] : [option, value];
  });
  return [...options, ...values];
}

function callUses({ name, program, card, words, allWords, subcommand }: CalledCard): readonly CommandUse[] {
  if (card.wraps === undefined && card.idle !== undefined && has(cardCall(name, card, words), card.idle))
    return [];
  const own = card === program ? null : lookUp(special, program.does ?? '');
  const does = lookUp(special, card.does ?? '');
  // Without an option that says what it does, it may do anything to its words.
  if (card === program && hasModes(program) && program.slots[0]?.role === 'any') return guesses(words);
  if (does !== undefined) return does(cardCall(name, card, words, subcommand));
  // Containers are given files by options of their own, whatever they run.
  if (own !== undefined && own !== null)
    return program.wraps === undefined && card.wraps !== undefined
      ? own(cardCall(name, program, allWords, subcommand))
      : own(cardCall(name, card, words, subcommand));
  if (card.wraps !== undefined) return wrapperUses(name, card, words);
  const places = card === program && card.slots[0]?.role === 'any' ? (subcommand?.places ?? []) : [];
  return plainUses(
    cardCall(
      name,
      card,
      places.length === 0 ? words : words.filter((_, at) => !places.includes(at)),
      subcommand,
    ),
  );
}

/** What stands before the command that a wrapper runs. The command is one of its own. */
function wrapperUses(name: string, card: Card, words: readonly ShellWord[]): readonly CommandUse[] {
  if (card.takes === 'anywhere') return guesses(beforeDashes(words));
  const { starts } = commandStart(card, words);
  const start = starts.length === 0 ? words.length : Math.min(...starts);
  const call = cardCall(
    name,
    { ...card, slots: card.slots.filter(({ role }) => role !== 'command') },
    words.slice(0, start),
  );
  const operands = call.given.operands.slice(0, call.card.slots.length);
  return plainUses({ ...call, given: { ...call.given, unknown: [], operands } });
}

function beforeDashes(words: readonly ShellWord[]): readonly ShellWord[] {
  const at = words.findIndex(({ value }) => value === '--');
  return at < 0 ? words : words.slice(0, at);
}
