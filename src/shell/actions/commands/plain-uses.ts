import type { Role } from '../../programs/option-table.ts';
import type { ShellWord } from '../../read/reading.ts';
import type { Below, PathKind } from '../action.ts';
import { belowOf, type CardCall, has, placed, slotted, valuesOf } from './card-call.ts';
import {
  addressedFiles,
  behind,
  type CommandUse,
  guesses,
  hosts,
  listedUses,
  startOf,
  thisFolder,
  uses,
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
    ...(isHere(call) ? ofRole(call, placed(call, thisFolder), hereRole(call), below) : []),
    // An unknown option may want the word behind it, and the word may be a path.
    ...(given.unknown.length > 0 && card.slots.some(({ role }) => isPath(role)) ? guesses(call.words) : []),
  ];
}

/** What options name: paths, scripts and hosts. */
export function optionUses(call: CardCall): readonly CommandUse[] {
  const { card, given } = call;
  return [
    ...uses(
      'read',
      valuesOf(call, 'read', 'script').map((word) => placed(call, word)),
    ),
    ...uses(
      'write',
      valuesOf(call, 'write').map((word) => placed(call, word)),
    ),
    ...uses(
      'delete',
      valuesOf(call, 'delete').map((word) => placed(call, word)),
    ),
    ...uses(
      'list',
      valuesOf(call, 'list').map((word) => placed(call, word)),
    ),
    ...guesses(valuesOf(call, 'any')),
    ...hosts(valuesOf(call, 'host'), call.card.talks),
    ...listedUses(
      given.values.flatMap(({ option, word }) => (card.namesFrom?.includes(option) === true ? [word] : [])),
    ),
  ];
}

function isPath(role: Role): boolean {
  return ['read', 'write', 'delete', 'list', 'any', 'script'].includes(role);
}

function hereRole({ card }: CardCall): Role {
  return card.slots.find(({ role }) => isPath(role))?.role ?? 'list';
}

/** Whether it works on the current folder. What reads files reads its input instead, unless it goes below. */
function isHere(call: CardCall): boolean {
  if (call.card.here !== true || slotted(call).some(({ role }) => isPath(role))) return false;
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
    case 'delete':
      return all(role);
    case 'write':
      return all('write');
    case 'read':
    case 'script':
      return [
        ...all(card.reveals === undefined || has(call, card.reveals) ? 'read' : 'list'),
        ...changed(call, word, below),
      ];
    case 'any':
      return [...guesses([word]), ...changed(call, word, below)];
    case 'host':
      return [...hosts([word], card.talks), ...addressedFiles(word), ...uses('read', sentBehind(word))];
    default:
      return [];
  }
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
