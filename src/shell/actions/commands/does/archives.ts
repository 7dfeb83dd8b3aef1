import type { ShellWord } from '../../../read/reading.ts';
import { type CardCall, cardCall, has, placed, textsOf, valuesOf } from '../card-call.ts';
import {
  type CommandUse,
  everything,
  guesses,
  inputNames,
  listedUses,
  plainWord,
  startOf,
  thisFolder,
  uses,
  type WordUse,
} from '../word-uses.ts';

/** `tar`: what is packed is read, and where it is unpacked is written. */
export function archives(given: CardCall): readonly CommandUse[] {
  const call = cardCall(given.name, given.card, unbundled(given));
  const named = valuesOf(call, 'text').length >= 0 ? archiveWords(call) : [];
  const others = call.given.values.flatMap(({ option, role, word }) =>
    role === 'write' && option !== '-f' ? [word] : [],
  );
  const lists = valuesOf(call, 'read');
  const common = [...uses('read', lists), ...uses('write', others)];
  const files = call.given.operands.map((word) => placed(call, word));
  if (has(call, ['-x', '--extract', '--get'])) {
    const toOutput = has(call, ['-O', '--to-stdout']) || call.given.flags.has('--to-command');
    const unpacks = { archives: named, strip: stripped(call) };
    const place = placed(call, thisFolder);
    const targets = toOutput ? [] : uses('write', [place], everything).map((use) => ({ ...use, unpacks }));
    return [...uses('read', named), ...targets, ...common];
  }
  const moves = has(call, ['--remove-files']);
  const isChange = has(call, [
    '-r',
    '-u',
    '-A',
    '--append',
    '--update',
    '--delete',
    '--catenate',
    '--concatenate',
  ]);
  if (isChange || has(call, ['-c', '--create']))
    return [
      ...uses('read', files, everything),
      ...(isChange ? uses('read', named) : []),
      ...(moves ? uses('delete', files, everything) : []),
      ...uses('write', named).map((use) => ({ ...use, moves })),
      ...common,
      ...listedUses(lists),
    ];
  if (has(call, ['-t', '-d', '--list', '--diff', '--compare'])) return [...uses('read', named), ...common];
  return has(call, ['--help', '--version']) ? [] : guesses(call.words);
}

function archiveWords(call: CardCall): readonly ShellWord[] {
  return call.given.values.flatMap(({ option, word }) =>
    (option === '-f' || option === '--file') && startOf(word) !== '-' ? [word] : [],
  );
}

/** `tar xfC archive folder`: the letters at the start take their values in turn. */
function unbundled({ card, words: [first, ...rest] }: CardCall): readonly ShellWord[] {
  if (first?.value === null || first === undefined || !/^[a-zA-Z]\w*$/.test(first.value))
    return first === undefined ? [] : [first, ...rest];
  const values = [...rest];
  const options = [...first.value].flatMap((letter): readonly ShellWord[] => {
    const option = plainWord(`-${letter}`);
    const { wants } = card.table.read(`-${letter}`);
    const value = wants === 'none' || wants === 'attached' ? undefined : values.shift();
    return value === undefined ? [option] : [option, value];
  });
  return [...options, ...values];
}

/** Null where names may become others. */
function stripped(call: CardCall): number | null {
  const changing = [
    '-s',
    '-T',
    '--transform',
    '--xform',
    '--one-top-level',
    '--use-compress-program',
    '--backup',
    '--suffix',
    '--files-from',
  ];
  if (has(call, changing) || call.given.operands.some(({ value }) => value === null)) return null;
  const count = textsOf(call, ['--strip-components', '--strip']).at(-1);
  return count === undefined ? 0 : count !== null && /^\d{1,3}$/.test(count) ? Number(count) : null;
}

/** `zip`: the first operand is the archive. */
export function zips(call: CardCall): readonly CommandUse[] {
  const [first, ...rest] = call.given.operands;
  // Behind `-x` and `-i` stand patterns up to the next option.
  const files = rest.filter((word) => startOf(word) !== '@');
  const below = has(call, ['-r', '-R', '--recurse-paths', '--recurse-patterns']) ? everything : null;
  const isOwn = files.length === 0 && has(call, ['-T', '--test']);
  const isFed = has(call, ['-@']);
  return [
    ...uses('read', files, below),
    ...(has(call, ['-m', '--move']) ? uses('delete', files, below) : []),
    ...(first === undefined || startOf(first) === '-'
      ? []
      : [...uses('read', withZip(first)), ...(isOwn ? [] : uses('write', withZip(first)))]),
    ...uses('write', valuesOf(call, 'write')),
    ...(isFed ? [{ access: 'read', word: inputNames } as const] : []),
    ...(call.given.unknown.length > 0 ? guesses(call.words) : []),
  ];
}

/** An archive whose name has no ending gets one. */
function withZip(word: ShellWord): readonly ShellWord[] {
  const { value } = word;
  if (value === null || /\.[^/]*$/.test(value)) return [word];
  return [word, { ...word, value: `${value}.zip`, pieces: [{ kind: 'text', text: `${value}.zip` }] }];
}

export function unzips(call: CardCall): readonly CommandUse[] {
  const { words } = call;
  const flags = words.filter(({ value }) => /^-/.test(value ?? ''));
  const named = words.filter(({ value }) => value === null || !value.startsWith('-')).slice(0, 1);
  const read = uses('read', named.flatMap(withZip));
  if (flags.some(({ value }) => /^-\w*[lptvzZ]/.test(value ?? ''))) return read;
  const folders = call.given.values.flatMap(({ option, word }) => (option === '-d' ? [word] : []));
  const isFlat = flags.some(({ value }) => /^-\w*j/.test(value ?? ''));
  const unpacks = { archives: named, strip: isFlat ? Number.POSITIVE_INFINITY : 0 };
  return [...read, ...unpacking(folders, unpacks)];
}

/** Into these folders, or the current one. */
export function unpacking(
  folders: readonly ShellWord[],
  unpacks: WordUse['unpacks'] & object,
): readonly WordUse[] {
  const targets = folders.length > 0 ? folders : [thisFolder];
  return uses('write', targets, everything).map((use) => ({ ...use, unpacks }));
}

/** Programs that unpack what they are given: `unar file`. */
export function unpacksAll(call: CardCall): readonly CommandUse[] {
  return [
    ...uses('read', call.given.operands),
    ...unpacking(valuesOf(call, 'write'), { archives: [], strip: null }),
    ...(call.given.unknown.length > 0 ? guesses(call.words) : []),
  ];
}

/** `7z x archive -ofolder`: a letter, the archive, and files. */
export function packs({ words }: CardCall): readonly CommandUse[] {
  const [command, ...rest] = words;
  const operands = rest.filter((word) => !startOf(word).startsWith('-'));
  const [archive, ...files] = operands;
  const text = command?.value ?? null;
  if (text === null || archive === undefined) return guesses(words);
  const outputs = rest.flatMap((word) => (/^-o./.test(startOf(word)) ? [wordBehind(word)] : []));
  if (/^[xe]$/.test(text)) {
    const last = files.filter((word) => startOf(word).endsWith('/'));
    return [...uses('read', [archive]), ...unpacking([...outputs, ...last], { archives: [], strip: null })];
  }
  if (/^(?:[ltvp]|vb|vt|lb|lt|i|h)$/.test(text)) return uses('read', [archive]);
  if (!/^(?:a|u|f|m|mf|d|rn)$/.test(text)) return guesses(words);
  const moves = /^mf?$/.test(text) || rest.some(({ value }) => value === '-sdel' || value === '-df');
  const sources = text === 'd' || text === 'rn' ? [] : files.length > 0 ? files : [thisFolder];
  return [
    ...uses('read', [archive]),
    ...uses('read', sources, everything),
    ...(moves ? uses('delete', sources, everything) : []),
    ...uses('write', [archive, ...(startOf(archive).includes('.') ? [] : [endings(archive)])]),
  ];
}

function endings(word: ShellWord): ShellWord {
  return {
    ...word,
    value: word.value === null ? null : `${word.value}.7z`,
    pieces: [...word.pieces, { kind: 'text', text: '.7z' }],
  };
}

function wordBehind(word: ShellWord): ShellWord {
  const [first, ...others] = word.pieces;
  const text = first?.kind === 'text' ? first.text.slice(2) : '';
  return { ...word, value: word.value?.slice(2) ?? null, pieces: [{ kind: 'text', text }, ...others] };
}
