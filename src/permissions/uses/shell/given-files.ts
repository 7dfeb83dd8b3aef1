import type { ShellWord } from '../../../shell/reading.ts';
import { behind, guesses, startOf, uses, type WordUse } from './word-uses.ts';

const withValue = /^-[nPILdEs]$|^--(?:max-args|max-procs|replace|delimiter|max-lines|max-chars|eof)$/;

/** `xargs -a file`: what stands before the command that it runs. */
export function argumentFile(words: readonly ShellWord[]): readonly WordUse[] {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const text = word === undefined ? '' : startOf(word);
    if (word === undefined || !text.startsWith('-')) return [];
    if (/^(?:-a|--arg-file)$/.test(text)) return uses('read', words.slice(at + 1, at + 2));
    const [attached] = /^(?:-a|--arg-file=)/.exec(text) ?? [];
    if (attached !== undefined) return uses('read', [behind(word, attached.length)]);
    if (withValue.test(text)) at += 1;
  }
  return [];
}

const mounts = /^(?:-v|--volume|--mount|--env-file|--secret|--build-context)(?==|$)/;

/** What a container is given of the files here: `-v ./data:/data`, `--env-file .env`, and what `cp` copies. */
export function container(words: readonly ShellWord[]): readonly WordUse[] {
  const given = words.flatMap((word, at) => {
    const [option] = mounts.exec(startOf(word)) ?? [];
    if (option === undefined) return [];
    const isAttached = startOf(word).length > option.length;
    return isAttached ? [behind(word, option.length + 1)] : words.slice(at + 1, at + 2);
  });
  const isCopy = words[0]?.value === 'cp' || (words[0]?.value === 'container' && words[1]?.value === 'cp');
  const files = [...given.map(untilColon), ...(isCopy ? words.slice(1) : [])];
  return guesses(files).map((use) => ({ ...use, deep: use.word.value !== null && use.access === 'read' }));
}

/** Of `source:place`, the source. */
function untilColon(word: ShellWord): ShellWord {
  const at = word.pieces.findIndex((piece) => piece.kind === 'text' && piece.text.includes(':'));
  if (at < 0) return word;
  const pieces = word.pieces
    .slice(0, at + 1)
    .map((piece, index) =>
      index === at && piece.kind === 'text' ? { ...piece, text: piece.text.replace(/:.*$/s, '') } : piece,
    );
  return { ...word, value: word.value?.replace(/:.*$/s, '') ?? null, pieces };
}
