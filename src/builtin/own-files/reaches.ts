import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type ArchiveMember, archiveMembers } from '../../files/archive-names.ts';
import { isFile } from '../../files/file-facts.ts';
import { absolutePath, realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import type { Unpacking } from '../../shell/actions/action.ts';
import { type PathText, wholeText } from '../../shell/actions/path-text.ts';
import type { ShellCommand } from '../../shell/read/reading.ts';

const tellingName = /^(?:\.[\w-]|hookline$)/;

export function knownEnd(path: PathText): string {
  return path.slice(path.lastIndexOf(null) + 1).join('');
}

export interface EndOptions {
  readonly takesAll: boolean;
  readonly atLeast: number;
}

/** An end that begins with a slash begins with a whole name. */
export function couldBe(end: string, own: string, { takesAll, atLeast }: EndOptions): boolean {
  const names = namesIn(end).filter((name) => name !== '.' && name !== '..');
  const its = namesIn(own);
  const isWhole = /^[/.]/.test(end) && !/^\.[^./]/.test(end);
  const agrees = (count: number, from: number): boolean =>
    names.slice(0, count).every((name, at) => {
      const other = its[from + at] ?? '';
      return name === other || (at === 0 && count > 1 && !isWhole && other.endsWith(name));
    });
  for (let count = atLeast; count <= Math.min(names.length, its.length); count += 1)
    if (agrees(count, its.length - count) && (count === names.length || !isFile(own))) return true;
  if (!takesAll || !tellingName.test(names.at(-1) ?? '')) return false;
  return its.some((_, from) => from + names.length < its.length && agrees(names.length, from));
}

function namesIn(path: string): readonly string[] {
  return path.split('/').filter((name) => name !== '');
}

/** If the sources can't be read, only a telling folder name such as `.claude` counts. */
export function isCopiedTo(
  own: string,
  folder: string,
  sources: readonly PathText[],
  from: readonly (string | null)[],
  isMade: (path: string) => boolean = () => false,
): boolean {
  if (own === folder || !isWithin(own, folder)) return false;
  const below = relative(folder, own);
  const [first = ''] = below.split(sep);
  const isTelling = /^\.[\w-]/.test(basename(folder));
  if (sources.length === 0) return isTelling;
  return sources.some((source) => {
    const text = wholeText(source);
    if (text === null) return isTelling;
    return from.some((place) => {
      if (place === null && !/^[/~]/.test(text)) return isTelling;
      const path = absolutePath(text, place ?? '/');
      // An earlier command may make it.
      if (isMade(join(path, below)) || (basename(path) === first && isMade(join(dirname(path), below))))
        return true;
      if (!existsSync(path)) return isTelling && !/[*?[]/.test(text);
      return (
        existsSync(join(path, below)) || (basename(path) === first && existsSync(join(dirname(path), below)))
      );
    });
  });
}

/** Whether unpacking writes to a file below the folder; `maybe` if the names in the archive are unknown. */
export function unpacksOnto(
  own: string,
  folder: string,
  { archives, strip }: Unpacking,
  from: readonly (string | null)[],
): 'yes' | 'maybe' | 'no' {
  if (strip === null || archives.length === 0) return 'maybe';
  for (const archive of archives) {
    const text = wholeText(archive);
    for (const place of from) {
      if (text === null || (place === null && !/^[/~]/.test(text))) return 'maybe';
      const members = archiveMembers(absolutePath(text, place ?? '/'));
      if (members === null) return 'maybe';
      if (members.some((member) => isWrittenBy(own, folder, member, strip))) return 'yes';
    }
  }
  return 'no';
}

function isWrittenBy(own: string, folder: string, { path, isFolder }: ArchiveMember, strip: number): boolean {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  const kept = strip === Number.POSITIVE_INFINITY ? names.slice(-1) : names.slice(strip);
  if (kept.length === 0) return false;
  const isAt = (target: string): boolean =>
    lower(target) === lower(own) || (!isFolder && isWithin(lower(own), lower(target)));
  const target = join(folder, ...kept);
  if (isAt(target) || isAt(join('/', ...kept))) return true;
  // An existing link may lead to it.
  return lower(basename(target)) === lower(basename(own)) && isAt(realPath(target, folder));
}

function lower(path: string): string {
  return path.toLowerCase();
}

const preparing: ReadonlySet<string> = new Set(': true cd pushd popd mkdir ls pwd echo test ['.split(' '));

export function leavesArchives({ name, redirections }: ShellCommand): boolean {
  return preparing.has(name) && redirections.length === 0;
}
