import { spelling } from '../../shell/queries.ts';
import type { ShellCommand } from '../../shell/reading.ts';
import { fdAsFind, fdStarts } from './fd-search.ts';
import { canBeRebuilt } from './rebuildable.ts';
import { type Target, targetsOf } from './removed-paths.ts';
import type { LinePlace } from './rule.ts';

const finder = /^(?:find|gfind|fd|fdfind|bfs)$/;

const harmless: ReadonlySet<Target> = new Set(['rebuilt', 'single', 'temporary', 'file']);

export function isSearch({ name }: ShellCommand): boolean {
  return finder.test(name);
}

/** What a search may find, as what would be removed. Where something else is made of the names, they say nothing. */
export function foundBy(search: ShellCommand, place: LinePlace, areAsFound = true): readonly Target[] {
  const words = search.words.map(spelling);
  const isFd = search.name.startsWith('fd');
  const starts = isFd ? fdStarts(search.words) : findStarts(search, words);
  const targets = starts.length === 0 ? (['project'] as const) : targetsOf(starts, search, place);
  if (!areAsFound || printsOther(words))
    return targets.map((target) => (harmless.has(target) ? 'unknown' : target));
  const sought = isFd ? fdAsFind(search.words) : withoutNarrowing(words);
  if (!isOfRebuilt(sought)) {
    const isNamed = isOfNames(sought) && isHere(starts);
    return targets.map((target) =>
      target === 'file' || (target === 'project' && isNamed) ? 'folder' : target,
    );
  }
  // By such a name, only what can be made anew is found within the project.
  return targets.map((target) =>
    target === 'project' && isHere(starts) ? 'rebuilt' : target === 'file' ? 'rebuilt' : target,
  );
}

/** Whether the next command is told something else than the paths that were found: `-printf %h`, `--format {//}`. */
function printsOther(words: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      (word === '-printf' && !/^%p(?:\\[n0])?$/.test(words[at + 1] ?? '')) || /^--format(?:=|$)/.test(word),
  );
}

function findStarts({ words }: ShellCommand, texts: readonly string[]): ShellCommand['words'] {
  const first = texts.findIndex((word) => /^[-(!]/.test(word) && !/^-[HLPDO]/.test(word));
  return (first < 0 ? words : words.slice(0, first)).filter((_, at) => !/^-/.test(texts[at] ?? ''));
}

function isHere(starts: ShellCommand['words']): boolean {
  return starts.length === 0 || starts.every((word) => /^\.\/?$|^\$\{?PWD\}?$/.test(spelling(word)));
}

/** `-not -path './node_modules/*'` only leaves out some of what is found, where nothing is found in another way. */
function withoutNarrowing(words: readonly string[]): readonly string[] {
  if (words.some((word) => /^(?:-o|-or|,)$/.test(word))) return words;
  const isNot = (at: number): boolean =>
    /^(?:!|-not)$/.test(words[at] ?? '') && /^-i?(?:whole)?(?:path|name)$/.test(words[at + 1] ?? '');
  return words.filter((_, at) => !isNot(at) && !isNot(at - 1) && !isNot(at - 2));
}

/** Whether it looks for names of what can be made anew, or for what is empty, and for nothing else. */
function isOfRebuilt(words: readonly string[]): boolean {
  if (words.some((word) => /^(?:!|-not|-o|-or)$/.test(word) && !isListOfRebuilt(words))) return false;
  return words.some((word, at) => {
    if (word === '-empty') return true;
    const next = words[at + 1] ?? '';
    if (/^-i?name$/.test(word)) return canBeRebuilt(next.replace(/^\*(?=\.)/, 'x'));
    return /^-i?(?:whole)?(?:path|name)$/.test(word) && next.split('/').some((part) => canBeRebuilt(part));
  });
}

/** Whether only names of one kind are looked for, such as `*.snap`: not the whole project is found. */
function isOfNames(words: readonly string[]): boolean {
  const names = words.filter((_, at) => /^-i?name$/.test(words[at - 1] ?? ''));
  return (
    names.length > 0 &&
    names.every((name) => /\w{2}/.test(name)) &&
    !words.some((word) => /^(?:!|-not|-o|-or|,)$/.test(word))
  );
}

/** `-name a -o -name b` */
function isListOfRebuilt(words: readonly string[]): boolean {
  const names = words.filter((_, at) => /^-i?name$/.test(words[at - 1] ?? ''));
  return (
    !words.some((word) => /^(?:!|-not)$/.test(word)) &&
    names.length > 0 &&
    names.every((name) => canBeRebuilt(name.replace(/^\*(?=\.)/, 'x')))
  );
}
