import type { ShellWord } from '../../../shell/reading.ts';
import { behind, startOf, uses, type WordUse } from './word-uses.ts';

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
