import type { Card } from '../programs/card.ts';
import type { ShellWord } from './reading.ts';

/** What a program with subcommands is told to do. */
export interface Subcommand {
  /** `['push']` for `git -C . push origin`; `['compose', 'up']` for `docker compose up`. Empty when there is none. */
  readonly path: readonly string[];
  /** The places of those words among all words. */
  readonly places: readonly number[];
  /** The words behind it. */
  readonly words: readonly ShellWord[];
  /** The options before and between, with their values. */
  readonly options: readonly { readonly name: string; readonly value: ShellWord | null }[];
  /** False where a word that is only known at run time stands where a subcommand may be. */
  readonly isSure: boolean;
}

/** The subcommand of a program that has any, such as `git` and `docker`; null for other programs. */
export function subcommandIn(card: Card | null, words: readonly ShellWord[]): Subcommand | null {
  const { table, depth, groups } = card ?? {};
  if (table === undefined || depth === undefined) return null;
  const path: string[] = [];
  const places: number[] = [];
  const options: { name: string; value: ShellWord | null }[] = [];
  let isSure = true;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const [first] = word.pieces;
    const text = word.value ?? (first?.kind === 'text' ? first.text : '');
    if (/^-./.test(text)) {
      const read = table.read(text);
      if (path.length > 0 && !read.isKnown) break;
      const takesNext = read.wants !== 'none' && read.attached === null;
      options.push({ name: read.names.at(-1) ?? text, value: takesNext ? (words[at + 1] ?? null) : word });
      if (takesNext) at += 1;
      continue;
    }
    if (word.value === null) {
      isSure = false;
      break;
    }
    // `cargo +nightly test`.
    if (path.length === 0 && word.value.startsWith('+')) continue;
    // A path is no subcommand.
    if (path.length > 0 && /^[./~]/.test(word.value)) break;
    path.push(word.value);
    places.push(at);
    const isGroup = path.length === 1 && groups?.includes(word.value) === true;
    if (path.length >= depth && !isGroup) {
      at += 1;
      break;
    }
    if (!/^[\w:.-]+$/.test(word.value)) {
      at += 1;
      break;
    }
  }
  return { path, places, words: words.slice(at), options, isSure };
}
