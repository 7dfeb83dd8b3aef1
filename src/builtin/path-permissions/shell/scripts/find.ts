import type { Skipped } from '../../../../files/tree-facts.ts';
import { knownStart } from '../../../../shell/programs/words.ts';
import type { ShellWord } from '../../../../shell/reading.ts';

const tests =
  'name iname path ipath wholename iwholename regex iregex lname ilname type xtype size mtime mmin atime amin ctime cmin ' +
  'user group uid gid perm links inum maxdepth mindepth regextype fstype printf used newermt newerat newerct newerBt';
const flags =
  'empty depth d mount xdev prune print print0 ls not a and o or readable writable executable quit true false follow ' +
  'daystart noleaf ignore_readdir_race nouser nogroup delete H L P E x s';
const withText: ReadonlySet<string> = new Set(tests.split(' ').map((name) => `-${name}`));
const withoutText: ReadonlySet<string> = new Set([
  ...flags.split(' ').map((name) => `-${name}`),
  '!',
  '(',
  ')',
  ',',
]);
const withFile = /^-(?:newer|anewer|cnewer|newer[aBcm][aBcm]|samefile)$/;
const running = /^-(?:exec|execdir|ok|okdir)$/;

/** What a call of find says. */
export interface FindWords {
  readonly starts: readonly ShellWord[];
  /** Files that it compares with. */
  readonly files: readonly ShellWord[];
  readonly deletes: boolean;
  /** Whether it gives nothing but regular files, not links. */
  readonly areFiles: boolean;
  /** Whether what it prints are names, each on a line of its own or ended by NUL. */
  readonly prints: 'lines' | 'nul' | 'other';
  /** The pattern that all names match; null where there is none. */
  readonly name: string | null;
  readonly skipped: Skipped;
}

/** Reads the words of a find call; null when it may do more than look, delete, and run what is judged by itself. */
export function findWords(words: readonly ShellWord[]): FindWords | null {
  const starts: ShellWord[] = [];
  const files: ShellWord[] = [];
  const seen: string[] = [];
  let depth = 0;
  const top: { readonly test: string; readonly value: string | null; readonly isNegated: boolean }[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const text = knownStart(word);
    const next = words[at + 1];
    if (withText.has(text)) {
      if (next?.splits === true && next.pieces.some(({ kind }) => kind === 'unknown')) return null;
      if (depth === 0)
        top.push({ test: text, value: next?.value ?? null, isNegated: isNegation(words[at - 1]) });
      at += 1;
    } else if (withFile.test(text)) {
      at += 1;
      if (next !== undefined) files.push(next);
    } else if (running.test(text)) {
      const end = words.findIndex(
        ({ value }, index) =>
          index > at && (value === ';' || (value === '+' && words[index - 1]?.value === '{}')),
      );
      at = end < 0 ? words.length : end;
    } else if (withoutText.has(text)) {
      if (text === '(') depth += 1;
      else if (text === ')') depth -= 1;
      else if (depth === 0) top.push({ test: text, value: null, isNegated: isNegation(words[at - 1]) });
    } else if (text.startsWith('-')) return null;
    else starts.push(word);
    seen.push(text);
  }
  const hasChoice = top.some(({ test }) => /^(?:-o|-or|,)$/.test(test));
  const follows = seen.some((text) => /^-(?:L|H|follow)$/.test(text));
  const isOne = (test: string, value: RegExp): boolean =>
    !hasChoice && top.some((own) => own.test === test && !own.isNegated && value.test(own.value ?? ''));
  const names = top.filter(({ test }) => test === '-name');
  const [name] = names;
  return {
    starts,
    files,
    deletes: seen.includes('-delete'),
    areFiles: !follows && isOne('-type', /^f$/),
    prints: seen.some((text) => /^-(?:printf|ls)$/.test(text))
      ? 'other'
      : seen.includes('-print0')
        ? 'nul'
        : 'lines',
    name: !hasChoice && names.length === 1 && name?.isNegated === false ? name.value : null,
    skipped: skippedBy(top, hasChoice),
  };
}

function isNegation(word: ShellWord | undefined): boolean {
  return word?.value === '!' || word?.value === '-not';
}

/** Folders that no name is below: `-not -path './node_modules/*'`. */
function skippedBy(
  top: readonly { readonly test: string; readonly value: string | null; readonly isNegated: boolean }[],
  hasChoice: boolean,
): Skipped {
  const anywhere = new Set<string>();
  const first = new Set<string>();
  if (!hasChoice)
    for (const { test, value, isNegated } of top) {
      const [, start, name] = /^(\*|\.)\/([\w.-]+)\/\*$/.exec(value ?? '') ?? [];
      if (test === '-path' && isNegated && name !== undefined) (start === '*' ? anywhere : first).add(name);
    }
  return { anywhere, first };
}
