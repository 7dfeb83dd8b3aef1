import type { ShellWord } from '../../../read/reading.ts';
import { type CardCall, has, valuesOf } from '../card-call.ts';
import { type CommandUse, everything, guesses, startOf, uses, withEnd } from '../word-uses.ts';

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
