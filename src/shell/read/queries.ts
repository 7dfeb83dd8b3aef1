import type { ShellCommand, ShellWord, Surrounding } from './reading.ts';
import { knownStart } from './words.ts';

export type YesOrNo = 'yes' | 'no' | 'unknown';

export function alternatives(word: ShellWord): readonly ShellWord[] {
  return word.choices.length > 0 ? word.choices.flatMap(alternatives) : [word];
}

/** A word without its quotes, with what is only known at run time as it is written. */
export function spelling({ value, pieces }: ShellWord): string {
  if (value !== null) return value;
  return pieces
    .map((piece) => {
      if (piece.kind === 'tilde') return `~${piece.user}`;
      return piece.kind === 'unknown' ? piece.source : piece.text;
    })
    .join('');
}

/** A pattern of the names that a word stands for, with what is literal escaped; null when it is no pattern of names. */
export function globOf({ pieces }: ShellWord): string | null {
  if (!pieces.some(({ kind }) => kind === 'glob')) return null;
  const parts = pieces.map((piece) => {
    if (piece.kind === 'text') return piece.text.replaceAll(/[\\*?[\]]/g, '\\$&');
    return piece.kind === 'glob' ? piece.text : null;
  });
  return parts.includes(null) ? null : parts.join('');
}

export function writes({ redirections }: ShellCommand): readonly ShellWord[] {
  return redirections.flatMap(({ operator, target }) => {
    if (target === null || !/^(?:>|>>|>\||&>|&>>|<>|>&)$/.test(operator)) return [];
    // `>&2` and `>&-` name descriptors.
    return operator === '>&' && /^(?:\d+-?|-)$/.test(target.value ?? '') ? [] : [target];
  });
}

export function isInside({ inside }: ShellCommand, kind: Surrounding['kind']): boolean {
  return inside.some((surrounding) => surrounding.kind === kind);
}

/** Whether a command has one of these options: `-f` also among others as in `-rf`, `--force` also shortened. */
export function hasFlag({ words }: Pick<ShellCommand, 'words'>, ...names: readonly string[]): YesOrNo {
  let answer: YesOrNo = 'no';
  for (const word of words) {
    if (word.value === '--') break;
    const own = alternatives(word).map((one) => flagIn(one, names));
    if (own.includes('yes')) return 'yes';
    if (own.includes('unknown')) answer = 'unknown';
  }
  return answer;
}

function flagIn({ value, pieces, splits }: ShellWord, names: readonly string[]): YesOrNo {
  const [first] = pieces;
  const text = value ?? (first?.kind === 'text' ? first.text : null);
  if (text?.startsWith('-') === true && names.some((name) => isFlag(text, name))) return 'yes';
  if (value !== null) return 'no';
  return text === null || splits || text.startsWith('-') ? 'unknown' : 'no';
}

const minAbbreviation = 4;

function isFlag(text: string, name: string): boolean {
  if (!name.startsWith('--')) return /^-[^-]/.test(text) && text.slice(1).includes(name.slice(1));
  const given = text.split('=', 1)[0] ?? '';
  return (
    given === name || (given.length >= minAbbreviation && given.startsWith('--') && name.startsWith(given))
  );
}

export interface Subcommand {
  /** `['push']` for `git -C . push origin`; `['compose', 'up']` for `docker compose up`. Empty when there is none. */
  readonly path: readonly string[];
  readonly places: readonly number[];
  readonly words: readonly ShellWord[];
  readonly options: readonly { readonly name: string; readonly value: ShellWord | null }[];
  /** False where a word that is only known at run time stands where a subcommand may be. */
  readonly isSure: boolean;
}

/** The subcommand of a program that has any, such as `git` and `docker`; null for other programs. */
export function subcommandOf({ card, words }: Pick<ShellCommand, 'card' | 'words'>): Subcommand | null {
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
    const text = knownStart(word);
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
    if (path.length === 0 && word.value.startsWith('+')) continue;
    if (path.length > 0 && /^[./~]/.test(word.value)) break;
    path.push(word.value);
    places.push(at);
    const isGroup = path.length === 1 && groups?.includes(word.value) === true;
    if ((path.length >= depth && !isGroup) || !/^[\w:.-]+$/.test(word.value)) {
      at += 1;
      break;
    }
  }
  return { path, places, words: words.slice(at), options, isSure };
}
