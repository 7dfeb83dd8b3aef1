import { basename, join } from 'node:path';
import { type ArchiveMember, archiveMembers } from '../../files/archive-names.ts';
import { absolutePath, realPath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import type { Unpacking } from '../../shell/actions/action.ts';
import { wholeText } from '../../shell/actions/path-text.ts';
import type { ShellCommand } from '../../shell/read/reading.ts';

/** Whether unpacking into a folder writes to a file below it; `maybe` where the names in the archive cannot be told. */
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
  // Links that are there lead elsewhere.
  return lower(basename(target)) === lower(basename(own)) && isAt(realPath(target, folder));
}

function lower(path: string): string {
  return path.toLowerCase();
}

const preparing: ReadonlySet<string> = new Set(': true cd pushd popd mkdir ls pwd echo test ['.split(' '));

export function leavesArchives({ name, redirections }: ShellCommand): boolean {
  return preparing.has(name) && redirections.length === 0;
}
