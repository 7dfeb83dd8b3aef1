import type { ShellWord } from '../../../read/reading.ts';
import { type CardCall, cardCall, has, placed, valuesOf } from '../card-call.ts';
import {
  type CommandUse,
  everything,
  guesses,
  inputNames,
  plainWord,
  startOf,
  uses,
  type WordUse,
  withEnd,
} from '../word-uses.ts';
import { unpacking } from './archives.ts';

/** Names that the program reads from its input. */
const fed: WordUse = { access: 'read', word: inputNames };

/** `cpio -id < archive`, `find … | cpio -pd folder`. */
export function streams(call: CardCall): readonly CommandUse[] {
  const named = call.given.values.flatMap(({ option, word }) =>
    /^(?:-[FIO]|--file)$/.test(option) ? [word] : [],
  );
  const folders = valuesOf(call, 'folder');
  const nothing = { archives: [], strip: null };
  if (has(call, ['-p', '--pass-through']))
    return [fed, ...unpacking([...folders, ...call.given.operands.slice(-1)], nothing)];
  if (has(call, ['-o', '--create'])) return [fed, ...uses('write', named)];
  if (has(call, ['-t', '--list'])) return uses('read', named);
  if (has(call, ['-i', '--extract'])) return [...uses('read', named), ...unpacking(folders, nothing)];
  return guesses(call.words);
}

/** `pax -w folder`, `pax -r < archive`, `pax -rw folder target`. */
export function passes(call: CardCall): readonly CommandUse[] {
  const archive = call.given.values.flatMap(({ option, word }) => (option === '-f' ? [word] : []));
  const { operands } = call.given;
  const isReading = has(call, ['-r']);
  const isWriting = has(call, ['-w']);
  const names: readonly CommandUse[] = operands.length === 0 ? [fed] : [];
  if (isReading && isWriting)
    return [
      ...uses('read', operands.slice(0, -1), everything),
      ...(operands.length < 2 ? [fed] : []),
      ...unpacking(operands.slice(-1), { archives: [], strip: null }),
    ];
  if (isWriting) return [...uses('read', operands, everything), ...names, ...uses('write', archive)];
  if (isReading) return [...uses('read', archive), ...unpacking([], { archives: [], strip: null })];
  return uses('read', archive);
}

/** `ar rcs library objects`. */
export function libraries(call: CardCall): readonly CommandUse[] {
  const [letters, archive, ...files] = call.words.filter((word) => !/^--/.test(startOf(word)));
  const text = letters?.value?.replace(/^-/, '') ?? null;
  if (text === null || archive === undefined) return guesses(call.words);
  if (/^[tp]/.test(text)) return uses('read', [archive]);
  if (/^x/.test(text))
    return [...uses('read', [archive]), ...unpacking([], { archives: [archive], strip: 0 })];
  return [
    ...uses('read', /[dms]/.test(text.slice(0, 1)) ? [archive] : [archive, ...files]),
    ...uses('write', [archive]),
  ];
}

/** `jar xf archive`, `jar --create --file=archive folder`. */
export function jars(given: CardCall): readonly CommandUse[] {
  const [first, ...rest] = given.words;
  const isBundle = /^[a-zA-Z]+$/.test(first?.value ?? '');
  const call = isBundle && first !== undefined ? bundled(given, first.value ?? '', rest) : given;
  const archive = call.given.values.flatMap(({ option, word }) =>
    /^(?:-f|--file)$/.test(option) ? [word] : [],
  );
  const other = uses('read', valuesOf(call, 'read'));
  if (has(call, ['-x', '--extract'])) {
    const folders = call.given.values.flatMap(({ option, word }) =>
      option === '--dir' || option === '-C' ? [word] : [],
    );
    return [
      ...uses('read', archive),
      ...unpacking(folders, { archives: archive, strip: archive.length === 0 ? null : 0 }),
    ];
  }
  if (has(call, ['-t', '--list'])) return uses('read', archive);
  if (!has(call, ['-c', '-u', '--create', '--update'])) return guesses(given.words);
  const files = call.given.operands.map((word) => placed(call, word));
  return [...uses('read', files, everything), ...other, ...uses('write', archive)];
}

function bundled({ name, card }: CardCall, letters: string, rest: readonly ShellWord[]): CardCall {
  const values = [...rest];
  const options = [...letters].flatMap((letter): readonly ShellWord[] => {
    const value = card.table.read(`-${letter}`).wants === 'none' ? undefined : values.shift();
    return value === undefined ? [plainWord(`-${letter}`)] : [plainWord(`-${letter}`), value];
  });
  return cardCall(name, card, [...options, ...values]);
}

/** `gzip a`: `a.gz` takes the place of `a`. */
export function squeezes(call: CardCall): readonly CommandUse[] {
  const { card, given } = call;
  const { suffix = '' } = card;
  const files = given.operands.filter((word) => startOf(word) !== '-');
  const below = has(call, card.deep) ? everything : null;
  const read = [
    ...uses('read', files, below),
    ...uses('read', valuesOf(call, 'read')),
    ...uses('write', valuesOf(call, 'write')),
    ...(given.unknown.length > 0 ? guesses(call.words) : []),
  ];
  if (has(call, ['-c', '-t', '-l', '--stdout', '--to-stdout', '--test', '--list'])) return read;
  const isUndoing = card.undoes === true || has(call, ['-d', '--decompress', '--uncompress']);
  const own = given.values.flatMap(({ option, word }) =>
    /^(?:-S|--suffix)$/.test(option) ? [word.value ?? ''] : [],
  );
  const ending = own[0] ?? suffix;
  const isKept =
    has(call, ['-k', '--keep']) ||
    (card.deletes !== undefined && !has(call, card.deletes)) ||
    has(call, ['-o']);
  return [
    ...read,
    ...(isKept ? [] : uses('delete', files, below).map((use) => ({ ...use, moves: true }))),
    ...(valuesOf(call, 'write').length > 0
      ? []
      : uses(
          'write',
          files.map((word) => (isUndoing ? withoutEnd(word) : withEnd(word, ending))),
        )),
    ...(below === null ? [] : uses('write', files, everything)),
  ];
}

/** `a` for `a.gz`, `a.tar` for `a.tgz`. */
function withoutEnd(word: ShellWord): ShellWord {
  if (word.choices.length > 0) return { ...word, choices: word.choices.map(withoutEnd) };
  const last = word.pieces.at(-1);
  if (last?.kind !== 'text') return word;
  const cut = (text: string): string =>
    text.replace(/\.t(?:gz|xz|bz2?|zst|lz4?|lzma)$/, '.tar.x').replace(/\.[\w~-]+$/, '');
  return {
    ...word,
    value: word.value === null ? null : cut(word.value),
    pieces: [...word.pieces.slice(0, -1), { kind: 'text', text: cut(last.text) }],
  };
}
