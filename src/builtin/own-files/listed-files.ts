import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { absolutePath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import { isReading, type PathAction } from '../../shell/actions/action.ts';
import { fdPattern, isFdOfPaths } from '../../shell/actions/commands/does/finds.ts';
import { plainNames } from '../../shell/actions/search-pattern.ts';
import type { ShellCommand } from '../../shell/read/reading.ts';

const searching: ReadonlySet<string> = new Set('grep egrep fgrep rg ag'.split(' '));
const listing: ReadonlySet<string> = new Set(['find', 'fd', 'fdfind', 'ls', 'tree', ...searching]);
const namesOnly = /^-(?:[a-zA-Z]*[lL]|-files(?:-with(?:out)?-match(?:es)?)?$)/;
const maxBytes = 1024 * 1024;
const maxPattern = 200;

export interface ListedFiles extends Pick<PathAction, 'path' | 'folders'> {
  readonly only: readonly string[] | undefined;
  readonly mayHave: (own: string) => boolean;
}

export function listedFiles(
  uses: readonly PathAction[],
  commands: ReadonlySet<ShellCommand>,
  cwd: string,
): readonly ListedFiles[] {
  const filters = [...commands].filter(isFilter).map(filterOf);
  const passes = (own: string): boolean => filters.every((filter) => filter(own));
  const named = uses.flatMap(({ kind, isSure, command, path, folders, below }): readonly ListedFiles[] => {
    if (!isReading(kind) || !isSure || command === null || !listing.has(command.name)) return [];
    const only = below?.only;
    if (isFd(command))
      return [{ path, folders, only, mayHave: (own) => passes(own) && mayFind(command, cwd)(own) }];
    if (!searching.has(command.name)) return [{ path, folders, only, mayHave: passes }];
    if (!command.words.some(({ value }) => namesOnly.test(value ?? ''))) return [];
    const found = contentFilter(command);
    return [{ path, folders, only, mayHave: (own) => passes(own) && found(own) }];
  });
  return [...named, ...[...commands].flatMap((command) => listedByGit(command, cwd, passes))];
}

function isFd({ name }: ShellCommand): boolean {
  return /^fd(?:find)?$/.test(name);
}

export function mayFind(command: ShellCommand | null, cwd: string): (own: string) => boolean {
  if (command === null || !isFd(command)) return () => true;
  const pattern = fdPattern(command.words);
  const isOfPaths = isFdOfPaths(command.words);
  return (own) => mayMatch(pattern, isWithin(own, cwd) && !isOfPaths ? relative(cwd, own) : own);
}

function listedByGit(
  { name, words, folders: from }: ShellCommand,
  cwd: string,
  mayHave: ListedFiles['mayHave'],
): readonly ListedFiles[] {
  const at = words.findIndex(({ value }) => value === 'ls-files');
  if (name !== 'git' || at < 0) return [];
  const operands = words
    .slice(at + 1)
    .flatMap(({ value, source }) => (/^-/.test(source) ? [] : [value ?? '']));
  const folders = from.map((folder) => (folder === null ? null : absolutePath(folder || '.', cwd)));
  const use = { folders, mayHave };
  if (operands.length === 0) return [{ ...use, path: ['.'], only: undefined }];
  return operands.map((operand) =>
    /[*?]/.test(operand)
      ? { ...use, path: ['.'], only: plainNames(operand) ?? undefined }
      : { ...use, path: [operand], only: undefined },
  );
}

function isFilter({ name, words, inside, via }: ShellCommand): boolean {
  const isPiped = inside.some((one) => one.kind === 'pipe' && one.position > 0) && via.length === 0;
  return searching.has(name) && isPiped && words.filter(({ source }) => !/^-/.test(source)).length === 1;
}

function filterOf(command: ShellCommand): (own: string) => boolean {
  const pattern = patternOf(command);
  const isInverse = command.words.some(({ value }) => /^-[a-zA-Z]*v|^--invert-match$/.test(value ?? ''));
  if (!isInverse) return (own) => mayMatch(pattern, own);
  return (own) => !(/^[\w-]+$/.test(pattern) && own.includes(pattern));
}

function contentFilter(command: ShellCommand): (own: string) => boolean {
  const pattern = patternOf(command);
  const isInverse = command.words.some(({ value }) => /^-[a-zA-Z]*[vL]|without/.test(value ?? ''));
  const isAny = isInverse || command.words.some(({ value }) => value === '--files');
  return (own) => isAny || mayMatch(pattern, contentOf(own));
}

function patternOf({ words }: ShellCommand): string {
  const after = words.findIndex(({ value }) => /^-[a-zA-Z]*e$|^--regexp$/.test(value ?? ''));
  const word = after < 0 ? words.find(({ source }) => !/^-/.test(source)) : words[after + 1];
  return word?.value ?? '';
}

/** By what is literal in the pattern: without its longest part, an alternative cannot match. */
function mayMatch(pattern: string, text: string | null): boolean {
  if (text === null || pattern.length > maxPattern) return true;
  const lower = text.toLowerCase();
  return pattern
    .toLowerCase()
    .split(/\\?\|/)
    .some((alternative) => {
      const parts = alternative
        .replace(/\[[^\]]{0,200}\]|\\[a-z<>]|.[*?{]/g, '\0')
        .split(/(?<!\\)[.^$*+?()[\]{}\0]/)
        .map((part) => part.replaceAll('\\', ''));
      return parts.every((part) => lower.includes(part));
    });
}

function contentOf(path: string): string | null {
  try {
    const facts = statSync(path);
    return facts.isFile() && facts.size <= maxBytes ? readFileSync(path, 'utf8') : null;
  } catch {
    return '';
  }
}
