import { basename } from 'node:path';
import { givenWords, OptionTable } from '../../../shell/options.ts';
import type { ShellWord } from '../../../shell/reading.ts';
import { behind, guesses, inFolder, startOf, uses, type WordUse } from './word-uses.ts';

const files = /^(?:--env-file|--secret|--build-context)(?==|$)/;
const mounts = /^(?:-v|--volume|--mount)(?==|$)/;

/** What a container is given of the files here: `-v ./data:/data`, `--env-file .env`, and what `cp` copies. */
export function container(words: readonly ShellWord[]): readonly WordUse[] {
  const mounted = valuesOf(mounts, words);
  const given = [...valuesOf(files, words), ...mounted].map(untilColon);
  const at = words[0]?.value === 'container' ? 1 : 0;
  const copied = words[at]?.value === 'cp' ? words.slice(at + 1) : [];
  return [
    ...guesses(given).map((use) => ({ ...use, deep: use.word.value !== null && use.access === 'read' })),
    ...sharing(mounted.filter((word) => !isReadOnly(word)).flatMap(sourceOf)),
    ...copying(copied),
  ];
}

/** `kubectl cp pod:/file file` */
export function cluster(words: readonly ShellWord[]): readonly WordUse[] {
  const at = words.findIndex(({ value }) => value === 'cp');
  return at < 0 ? [] : copying(words.slice(at + 1));
}

function valuesOf(option: RegExp, words: readonly ShellWord[]): readonly ShellWord[] {
  return words.flatMap((word, at) => {
    const [name] = option.exec(startOf(word)) ?? [];
    if (name === undefined) return [];
    const isAttached = startOf(word).length > name.length;
    return isAttached ? [behind(word, name.length + 1)] : words.slice(at + 1, at + 2);
  });
}

/** `-v source:place:ro`, `--mount type=bind,source=…,target=…,readonly` */
function isReadOnly(word: ShellWord): boolean {
  const last = word.pieces.at(-1);
  const text = word.value ?? (last?.kind === 'text' ? last.text : '');
  return /:(?:[\w-]+,)*ro(?:,[\w-]+)*$|,(?:readonly|ro)(?:=(?:true|1))?(?:,|$)/.test(text);
}

/** The folder that is mounted. A name without a slash is that of a volume. */
function sourceOf(word: ShellWord): readonly ShellWord[] {
  const [option] = /(?:^|,)(?:source|src)=/.exec(startOf(word)) ?? [];
  if (option === undefined && /^type=/.test(startOf(word))) return [];
  const start = option === undefined ? 0 : startOf(word).indexOf(option) + option.length;
  const source = until(option === undefined ? /:.*$/s : /,.*$/s, behind(word, start));
  return source.value === null || /^[/.~]/.test(source.value) ? [source] : [];
}

function sharing(words: readonly ShellWord[]): readonly WordUse[] {
  return uses('write', words, true).map((use) => ({ ...use, shares: true, guessed: true }));
}

const copyOptions = new OptionTable(
  '-aLq --archive --follow-link --quiet -c: -n: --container: --namespace: --context: --kubeconfig: --no-preserve? --retries:',
);

/** `docker cp name:/file folder`: of a folder that is copied, nobody knows what is in it. */
function copying(words: readonly ShellWord[]): readonly WordUse[] {
  const [from, to] = givenWords(copyOptions, words).operands;
  if (from === undefined || to === undefined || isRemote(from) === isRemote(to))
    return guesses(words).map((use) => ({ ...use, deep: use.access === 'read' }));
  if (isRemote(to)) return uses('read', [from], true).map((use) => ({ ...use, guessed: true }));
  const isFile = /\.\w+$/.test(basename(from.value ?? ''));
  const named = uses('write', [to, ...inFolder(to, from)]).map((use) => ({ ...use, guessed: true }));
  return isFile ? named : [...named, ...sharing([to])];
}

function isRemote(word: ShellWord): boolean {
  return /^[^/.~:][^/:]*(?:\/[^/:]+)?:/.test(startOf(word));
}

/** Of `source:place`, the source. */
function untilColon(word: ShellWord): ShellWord {
  return until(/:.*$/s, word);
}

/** A word without what the pattern finds at its end. */
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
