import type { Card } from '../../programs/card.ts';
import type { Role } from '../../programs/option-table.ts';
import type { ShellWord } from '../../read/reading.ts';
import type { Below, PathKind } from '../action.ts';
import { belowOf, type CardCall, has, placed, slotted, textsOf, valuesOf } from './card-call.ts';
import {
  addressedFiles,
  behind,
  type CommandUse,
  everything,
  guesses,
  hosts,
  inputNames,
  listedUses,
  startOf,
  thisFolder,
  uses,
  type WordUse,
  withEnd,
} from './word-uses.ts';

/** What the rows of a card say of the words of a call. */
export function plainUses(call: CardCall): readonly CommandUse[] {
  const { card, given } = call;
  const below = belowOf(call);
  const operands = slotted(call).flatMap(({ word, role, isSure }) => {
    const found = ofRole(call, placed(call, word), role, below);
    return isSure ? found : found.map((use) => ('below' in use ? { ...use, guessed: true } : use));
  });
  return [
    ...operands,
    ...optionUses(call),
    ...unpacked(call),
    ...(isFed(call, operands) ? [{ access: 'read', word: inputNames } as const] : []),
    ...(isHere(call) ? ofRole(call, placed(call, thisFolder), hereRole(call), below) : []),
    // An unknown option may want the word behind it, and the word may be a path.
    ...(given.unknown.length > 0 && card.slots.some(({ role }) => isPath(role)) ? guesses(call.words) : []),
  ];
}

/** What options name: paths, scripts and hosts. */
export function optionUses(call: CardCall): readonly CommandUse[] {
  const { card, given } = call;
  const valued = (...roles: readonly Role[]): readonly ShellWord[] =>
    valuesOf(call, ...roles)
      .filter((word) => startOf(word) !== '-')
      .map((word) => (card.placesOperands === true ? word : placed(call, word)));
  const updated = valued('update').flatMap((word) => archiveNames(card, word));
  const moves = has(call, card.deletes);
  return [
    ...uses('read', [...valued('read', 'script', 'unpack'), ...updated]),
    ...uses('write', [...valued('write'), ...updated]).map((use) => ({ ...use, ...(moves && { moves }) })),
    ...uses('delete', valued('delete')),
    ...uses('list', valued('list')),
    ...guesses(valuesOf(call, 'any')),
    ...hosts(valuesOf(call, 'host'), call.card.talks),
    ...listedUses(
      given.values.flatMap(({ option, word }) => (card.namesFrom?.includes(option) === true ? [word] : [])),
    ),
  ];
}

function isPath(role: Role): boolean {
  return isSource(role) || ['update', 'unpack', 'into'].includes(role);
}

/** What it works on, other than an archive. */
function isSource(role: Role): boolean {
  return ['read', 'write', 'delete', 'list', 'any', 'script'].includes(role);
}

function hereRole({ card }: CardCall): Role {
  return card.slots.find(({ role }) => isSource(role))?.role ?? 'list';
}

/** Whether it reads names from its input. */
function isFed(call: CardCall, operands: readonly CommandUse[]): boolean {
  const { fed } = call.card;
  return fed?.length === 0 ? !operands.some(({ access }) => access === 'read') : has(call, fed);
}

/** What an archive holds is written to the folders that are named, or the current one. */
function unpacked(call: CardCall): readonly WordUse[] {
  const { slots, table } = call.card;
  const into = slots.find(({ role }) => role === 'into');
  const isUnpacking = into !== undefined || slots.some(({ role }) => role === 'unpack');
  if (!isUnpacking && table.named('unpack').length === 0) return [];
  const operands = slotted(call);
  const named = (wanted: Role): readonly ShellWord[] => [
    ...valuesOf(call, wanted).filter((word) => startOf(word) !== '-'),
    ...operands.flatMap(({ word, role }) => (role === wanted ? [word] : [])),
  ];
  const folders = named('into');
  const targets =
    folders.length === 0 || into?.isMany === true ? [...folders, placed(call, thisFolder)] : folders;
  const unpacks = { archives: named('unpack'), strip: stripped(call) };
  return uses('write', targets, everything).map((use) => ({ ...use, unpacks }));
}

/** How many names are left out at the start of each path; null where files may get other names. */
function stripped(call: CardCall): number | null {
  const { card, given } = call;
  if (has(call, card.renames) || given.operands.some(({ value }) => value === null)) return null;
  if (!has(call, card.strips)) return 0;
  const count = textsOf(call, card.strips).at(-1);
  if (count === undefined) return Number.POSITIVE_INFINITY;
  return count !== null && /^\d{1,3}$/.test(count) ? Number(count) : null;
}

/** An archive whose name has no ending gets one. */
function archiveNames({ suffix }: Card, word: ShellWord): readonly ShellWord[] {
  const isWhole = suffix === undefined || word.value === null || /\.[^/]*$/.test(word.value);
  return isWhole ? [word] : [word, withEnd(word, suffix)];
}

/** Whether it works on the current folder. What reads files reads its input instead, unless it goes below. */
function isHere(call: CardCall): boolean {
  if (call.card.here !== true || slotted(call).some(({ role }) => isSource(role))) return false;
  return hereRole(call) !== 'read' || has(call, call.card.deep);
}

/** What a program does to a word that has this role. */
function ofRole(call: CardCall, word: ShellWord, role: Role, below: Below | null): readonly CommandUse[] {
  const { card } = call;
  const kept = {
    ...(card.keepsContent === true && { keepsContent: true }),
    ...(card.moves === true && { moves: true }),
  };
  const all = (access: PathKind): readonly CommandUse[] =>
    uses(access, [word], below).map((use) => ({ ...use, ...kept }));
  switch (role) {
    case 'list':
    case 'write':
      return all(role);
    case 'delete':
      return [...all('delete'), ...changed(call, word, below)];
    case 'update':
    case 'unpack': {
      const archives = archiveNames(card, word);
      const moves = has(call, card.deletes);
      const added = role === 'update' ? uses('write', archives).map((use) => ({ ...use, moves })) : [];
      return [...uses('read', archives), ...added];
    }
    case 'read':
    case 'script':
      return [...all(isShown(call) ? 'read' : 'list'), ...changed(call, word, below)];
    case 'any':
      return [...guesses([word]), ...changed(call, word, below)];
    case 'host':
      return [...hosts([word], card.talks), ...addressedFiles(word), ...uses('read', sentBehind(word))];
    default:
      return [];
  }
}

function isShown(call: CardCall): boolean {
  const { reveals, lists } = call.card;
  return (reveals === undefined || has(call, reveals)) && !has(call, lists);
}

/** `field=@file` and `@file`, as httpie sends them. */
function sentBehind(word: ShellWord): readonly ShellWord[] {
  const [start] = /^(?:[\w-]*:?=)?@/.exec(startOf(word)) ?? [];
  return start === undefined ? [] : [behind(word, start.length)];
}

/** Files that are changed where they are, and what is left of them under another name. */
function changed(call: CardCall, word: ShellWord, below: Below | null): readonly CommandUse[] {
  const { card, given } = call;
  const suffixes = (card.writes ?? []).flatMap((option) => given.attached.get(option) ?? []);
  return [
    ...(has(call, card.writes)
      ? uses('write', [word, ...suffixes.map((suffix) => withEnd(word, suffix.replace(/^=/, '')))], below)
      : []),
    ...(has(call, card.deletes) ? uses('delete', [word], below) : []),
  ];
}
