import type { ShellWord } from '../../../read/reading.ts';
import { belowOf, type CardCall, has, slotted } from '../card-call.ts';
import { optionUses } from '../plain-uses.ts';
import { type CommandUse, everything, guesses, inFolder, uses, withEnd } from '../word-uses.ts';

/** Where a copy comes from and goes to: `cp a b`, `cp -t folder a`. */
export interface Ends {
  readonly sources: readonly ShellWord[];
  readonly targets: readonly ShellWord[];
}

export function endsOf(call: CardCall): Ends {
  const operands = slotted(call).map(({ word }) => word);
  const given = call.given.values.flatMap(({ option, word }) =>
    option === '-t' || option === '--target-directory' ? [word] : [],
  );
  return {
    sources: given.length > 0 ? operands : operands.slice(0, -1),
    targets: given.length > 0 ? given : operands.slice(firstTarget(operands)),
  };
}

/** `cp a b $X`: the last word may be none, so that the one before it is the target. */
function firstTarget(operands: readonly ShellWord[]): number {
  let at = operands.length - 1;
  while (at > 1 && operands[at]?.splits === true && operands[at]?.value === null) at -= 1;
  return Math.max(at, 0);
}

/** What is written at the other end of a copy: the target, or in a folder a file with the source's name. */
export function written({ sources, targets }: Ends, call: CardCall): readonly CommandUse[] {
  const isFile = has(call, ['-T', '--no-target-directory']);
  const moves = isMove(call);
  const parents = has(call, ['--parents'])
    ? targets.flatMap((target) =>
        sources.map((from) => withEnd(target, `/${from.value?.replace(/^\/+/, '') ?? ''}`)),
      )
    : [];
  const backups = has(call, ['-b', '--backup']) ? targets.map((target) => withEnd(target, '~')) : [];
  return [
    ...uses('write', [...targets, ...backups, ...parents]).map((use) => ({
      ...use,
      copied: sources,
      ...(moves && { moves }),
    })),
    ...(isFile
      ? []
      : targets.flatMap((target) =>
          uses(
            'write',
            sources.flatMap((from) => inFolder(target, from)),
          ),
        )),
  ];
}

/** `cp`, `mv`, `install`: what is moved is read and deleted. */
export function copies(call: CardCall): readonly CommandUse[] {
  const ends = endsOf(call);
  const moves = isMove(call);
  // `install -d` makes folders.
  if (!moves && has(call, ['-d', '--directory']) && call.card.table.read('--mode=1').isKnown)
    return uses('write', [...ends.sources, ...ends.targets]);
  const below = belowOf(call);
  const exchanged = has(call, ['--exchange']) ? uses('delete', ends.targets, everything) : [];
  const linked = has(call, ['-l', '-s', '--link', '--symbolic-link']) && !moves ? ends.sources : [];
  return [
    ...uses('read', ends.sources, below),
    ...(moves ? uses('delete', ends.sources, below).map((use) => ({ ...use, moves })) : []),
    ...uses('write', linked),
    ...written(ends, call),
    ...exchanged,
    ...others(call),
  ];
}

function isMove({ card }: CardCall): boolean {
  return card.slots[0]?.role === 'delete';
}

/** Through a link, what it leads to can be read and written. */
export function links(call: CardCall): readonly CommandUse[] {
  const ends = endsOf(call);
  const all = slotted(call).map(({ word }) => word);
  // `ln a` makes a link here.
  const made = all.length === 1 && ends.sources.length === 0 ? all : ends.sources;
  const linked = written(ends, call).map((use) => ({ ...use, isLink: true }));
  return [...uses('read', made, everything), ...uses('write', made), ...linked, ...others(call)];
}

function others(call: CardCall): readonly CommandUse[] {
  const isTarget = new Set(endsOf(call).targets);
  const options = optionUses(call).filter((use) => use.word === null || !isTarget.has(use.word));
  return [...options, ...(call.given.unknown.length > 0 ? guesses(call.words) : [])];
}
