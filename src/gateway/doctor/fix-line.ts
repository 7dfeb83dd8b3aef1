import { quoted } from '../trust/changed-since-trust.ts';

/** A command line, with its words as a shell takes them. */
export function fixLine(...words: readonly string[]): string {
  return words.map((word) => quoted(word)).join(' ');
}
