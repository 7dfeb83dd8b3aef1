import { basename } from 'node:path';
import { stripEnd } from '../../../../bounds/strip-end.ts';
import type { ShellWord } from '../../../read/reading.ts';
import { belowOf, type CardCall, has } from '../card-call.ts';
import { plainUses } from '../plain-uses.ts';
import {
  behind,
  type CommandUse,
  hosts,
  inFolder,
  isHostUse,
  plainWord,
  startOf,
  thisFolder,
  uses,
  within,
} from '../word-uses.ts';

/** `git add x`: by the card of the subcommand. What is named may be a commit, and `HEAD:a` is a file of another time. */
export function repository(call: CardCall): readonly CommandUse[] {
  const place = call.subcommand?.options.find(({ name }) => name === '-C')?.value ?? null;
  if (call.card.depth !== undefined) return [];
  const found = plainUses(call).flatMap((use): readonly CommandUse[] => {
    if (isHostUse(use)) return [use];
    if (use.access === 'delete' && use.word === thisFolder) return removed(call, place ?? thisFolder);
    const isSure = has(call, ['--no-index', '--untracked']);
    const words = isSure ? [use.word] : [use.word, ...behindColon(use.word)];
    return words.map((word) => ({
      ...use,
      word: place === null ? word : within(place, word),
      guessed: !isSure && isOperand(call, use.word),
      ...(use.access === 'write' && { copied: [] }),
    }));
  });
  return [...found, ...cloned(call), ...remoteUses(call, found)];
}

/** Files below that git doesn't have. Those that it ignores are left out, if no option names them. */
function removed(call: CardCall, word: ShellWord): readonly CommandUse[] {
  const below = belowOf(call);
  if (below === null) return [];
  const { card } = call;
  const own = { ...below, except: [...(below.except ?? []), '.git'], isUntracked: true };
  const how = { guessed: !has(call, card.ignored), ...(card.moves === true && { moves: true }) };
  return uses('delete', [word], own).map((use) => ({ ...use, ...how }));
}

function isOperand({ given }: CardCall, word: ShellWord): boolean {
  return given.operands.includes(word) || word === thisFolder;
}

function behindColon(word: ShellWord): readonly ShellWord[] {
  const at = word.value?.indexOf(':') ?? -1;
  return word.value === null || at < 0
    ? []
    : [behind({ ...word, pieces: [{ kind: 'text', text: word.value }] }, at + 1)];
}

/** `git clone address`: into a folder with the name of what is cloned. */
function cloned({ card, given: { operands } }: CardCall): readonly CommandUse[] {
  const [address, folder] = operands;
  const isClone = card.slots[0]?.role === 'host' && card.slots[1]?.role === 'write';
  if (!isClone || address === undefined || folder !== undefined) return [];
  const name = basename(stripEnd(startOf(address), '/')).replace(/\.git$/, '');
  return uses('write', inFolder(thisFolder, plainWord(name.slice(name.lastIndexOf(':') + 1))), {});
}

/** Without a host it talks to the usual one. */
function remoteUses({ card }: CardCall, found: readonly CommandUse[]): readonly CommandUse[] {
  return card.talks !== undefined && !found.some(isHostUse) ? hosts([null], card.talks) : [];
}
