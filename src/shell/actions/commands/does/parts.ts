import { basename, dirname } from 'node:path';
import { type CardCall, has, placed, valuesOf } from '../card-call.ts';
import { optionUses, plainUses } from '../plain-uses.ts';
import {
  behind,
  type CommandUse,
  everything,
  guesses,
  plainWord,
  startOf,
  uses,
  withEnd,
} from '../word-uses.ts';

/** `dd if=a of=b`. */
export function bytes({ words }: CardCall): readonly CommandUse[] {
  return words.flatMap((word) => {
    const [start = '', key] = /^([a-zA-Z]+)=/.exec(startOf(word)) ?? [];
    if (key === 'if' || key === 'of')
      return uses(key === 'if' ? 'read' : 'write', [behind(word, start.length)]);
    return start === '' ? guesses([word]) : [];
  });
}

/** `split file prefix`: writes files whose names begin with the prefix. */
export function splits(call: CardCall): readonly CommandUse[] {
  const [file, ...rest] = call.given.operands;
  const given = call.given.values.flatMap(({ option, word }) =>
    /^(?:-f|--prefix)$/.test(option) ? [word] : [],
  );
  // `csplit` has patterns behind the file, and its prefix in an option.
  const isByPattern = call.card.table.read('--prefix=x').isKnown;
  const prefix = given[0] ?? (isByPattern ? undefined : rest[0]) ?? plainWord(isByPattern ? 'xx' : 'x');
  const isFed = file !== undefined && startOf(file) === '-';
  const place = prefix.value === null ? prefix : plainWord(dirname(prefix.value));
  const only = prefix.value === null ? {} : { only: [`${basename(prefix.value)}*`] };
  return [
    ...(file === undefined || isFed ? [] : uses('read', [file])),
    ...uses('write', [place], { ...only, maxDepth: 1 }),
    ...(call.given.unknown.length > 0 ? guesses(call.words) : []),
  ];
}

/** Something is put over the last folder that is named. */
export function mounts(call: CardCall): readonly CommandUse[] {
  const given = valuesOf(call, 'write');
  const { operands } = call.given;
  const targets = given.length > 0 ? given : operands.slice(-1);
  return [
    ...uses('read', given.length > 0 ? operands : operands.slice(0, -1), everything),
    ...uses('write', targets, everything).map((use) => ({ ...use, hides: true })),
  ];
}

/** `patch file`, `patch -d folder`: what else it changes is in the patch. */
export function patches(call: CardCall): readonly CommandUse[] {
  const [file, patch] = call.given.operands;
  const written = file === undefined ? [] : [placed(call, file), withEnd(placed(call, file), '.orig')];
  return [
    ...uses('write', written),
    ...uses('read', [
      ...(file === undefined ? [] : [placed(call, file)]),
      ...(patch === undefined ? [] : [patch]),
    ]),
    ...optionUses(call),
    ...uses('write', valuesOf(call, 'folder')).map((use) => ({ ...use, copied: [] })),
    ...(call.given.unknown.length > 0 ? guesses(call.words) : []),
  ];
}

/** `awk`, whose operands may set variables. */
export function filters(call: CardCall): readonly CommandUse[] {
  const operands = call.given.operands.filter((word) => !/^[A-Za-z_]\w*=/.test(startOf(word)));
  return plainUses({ ...call, given: { ...call.given, operands } });
}

/** `ssh-keygen -f key`: makes the key and its other half. */
export function keyPairs(call: CardCall): readonly CommandUse[] {
  const files = call.given.values.flatMap(({ option, word }) => (option === '-f' ? [word] : []));
  const others = optionUses(call).filter(({ word }) => word === null || !files.includes(word));
  const isReading = has(call, ['-l', '-y', '-e', '-B', '-F', '-H', '-L']);
  const isChange = has(call, ['-p', '-R', '-c', '-A']);
  if (isReading && !isChange) return [...uses('read', files), ...others];
  return [...uses('write', [...files, ...files.map((file) => withEnd(file, '.pub'))]), ...others];
}

/** `mktemp name.XXX`: makes a file whose name begins and ends so. */
export function templates(call: CardCall): readonly CommandUse[] {
  const folders = valuesOf(call, 'write');
  const made = call.given.operands.flatMap((word): readonly CommandUse[] => {
    if (word.value === null) return uses('write', [word]);
    const only = { only: [basename(word.value).replace(/X{3,}/, '*')], maxDepth: 1 };
    const places = folders.length > 0 ? folders : [plainWord(dirname(word.value))];
    return has(call, ['-t']) ? [] : uses('write', places, only);
  });
  return [...uses('write', folders), ...made];
}
