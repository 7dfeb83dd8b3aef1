import { basename } from 'node:path';
import type { ShellWord } from '../../../read/reading.ts';
import type { CardCall } from '../card-call.ts';
import { behind, everything, guesses, inFolder, startOf, uses, type WordUse } from '../word-uses.ts';
import { isRemote, sharing } from './remote.ts';

const files = /^(?:--env-file|--secret|--build-context)(?==|$)/;
/** `-v x`, `-v=x`, `-vx`, and `-itv x`: what stands before it there takes no value. */
const mounts = /^(?:--volume|--mount)(?==|$)|^-[ditPq]*v/;
/** What a container or an image is written to, or its id. */
const written = /^(?:--output|--dest|--cidfile|--iidfile|--metadata-file|--pidfile)(?==|$)|^-[aq]*o/;

/** What a container is given of the files here: `-v ./data:/data`, `--env-file .env`. */
export function shared({ words, subcommand }: CardCall): readonly WordUse[] {
  const mounted = valuesOf(mounts, words);
  const given = [...valuesOf(files, words), ...mounted].map(untilColon);
  return [
    ...guesses(given).map(deepRead),
    ...sharing(mounted.filter((word) => !isReadOnly(word)).flatMap(sourceOf)),
    ...(places.test(subcommand?.path.at(-1) ?? '') ? writing(valuesOf(written, words)) : []),
  ];
}

/** The commands of which `-o` names a file or a folder. */
const places = /^(?:build|save|export|create|run)$/;

/** `-o folder`, `--output type=local,dest=folder` */
function writing(words: readonly ShellWord[]): readonly WordUse[] {
  return words.flatMap((word) => {
    const [option] = /(?:^|,)dest=/.exec(startOf(word)) ?? [];
    const start = option === undefined ? 0 : startOf(word).indexOf(option) + option.length;
    const place = option === undefined ? word : until(/,.*$/s, behind(word, start));
    return [...uses('write', [place]).map((use) => ({ ...use, guessed: true })), ...sharing([place])];
  });
}

function valuesOf(option: RegExp, words: readonly ShellWord[]): readonly ShellWord[] {
  return words.flatMap((word, at) => {
    const [name] = option.exec(startOf(word)) ?? [];
    if (name === undefined) return [];
    const rest = behind(word, name.length);
    if (rest.value === '') return words.slice(at + 1, at + 2);
    return [startOf(rest).startsWith('=') ? behind(rest, 1) : rest];
  });
}

/** `-v source:place:ro`, `--mount type=bind,source=…,target=…,readonly`. In the one, a place may have commas, in the other colons. */
function isReadOnly(word: ShellWord): boolean {
  const last = word.pieces.at(-1);
  const text = word.value ?? (last?.kind === 'text' ? last.text : '');
  if (!/^(?:type|source|src|target|dst|destination|readonly|ro)(?:=|,)/.test(startOf(word)))
    return /:(?:[\w-]+,)*ro(?:,[\w-]+)*$/.test(text);
  return /,(?:readonly|ro)(?:=(?:true|1))?(?:,|$)/.test(text) && !/(?:readonly|ro)=(?:false|0)/.test(text);
}

/** The folder that is mounted. A name without a slash is that of a volume. */
function sourceOf(word: ShellWord): readonly ShellWord[] {
  const [option] = /(?:^|,)(?:source|src)=/.exec(startOf(word)) ?? [];
  if (option === undefined && /^type=/.test(startOf(word))) return [];
  const start = option === undefined ? 0 : startOf(word).indexOf(option) + option.length;
  const source = until(option === undefined ? /:.*$/s : /,.*$/s, behind(word, start));
  return source.value === null || /^[/.~]/.test(source.value) ? [source] : [];
}

/** `docker cp name:/file folder`: of a folder that is copied, nobody knows what is in it. */
export function copiedElsewhere({ words, given }: CardCall): readonly WordUse[] {
  const [from, to] = given.operands;
  if (from === undefined || to === undefined || isRemote(from) === isRemote(to))
    return guesses(words).map(deepRead);
  if (isRemote(to)) return uses('read', [from], everything);
  // A name that begins with a dot may be that of a folder: `.claude`.
  const isFile = /[^/]\.\w+$/.test(basename(from.value ?? ''));
  const named = uses('write', [to, ...inFolder(to, from)]).map((use) => ({ ...use, guessed: true }));
  return isFile ? named : [...named, ...sharing([to])];
}

/** What is given to a container is read there with all that is below. */
function deepRead(use: WordUse): WordUse {
  return use.access === 'read' && use.word.value !== null ? { ...use, below: everything } : use;
}

function untilColon(word: ShellWord): ShellWord {
  return until(/:.*$/s, word);
}

function until(end: RegExp, word: ShellWord): ShellWord {
  const at = word.pieces.findIndex((piece) => piece.kind === 'text' && end.test(piece.text));
  if (at < 0) return word;
  const pieces = word.pieces
    .slice(0, at + 1)
    .map((piece, index) =>
      index === at && piece.kind === 'text' ? { ...piece, text: piece.text.replace(end, '') } : piece,
    );
  return { ...word, value: word.value?.replace(end, '') ?? null, pieces };
}
