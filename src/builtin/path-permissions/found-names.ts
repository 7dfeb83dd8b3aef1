import { basename } from 'node:path';
import { compileGlob } from '../../engine/hooks/fnmatch.ts';
import { followLinks, readingsOf, UnjudgeablePath } from '../../files/follow-links.ts';
import { treeFacts } from '../../files/tree-facts.ts';
import { isWithin } from '../../files/within.ts';
import type { FoundPlace } from '../../shell/actions/action.ts';
import type { Access } from '../../shell/actions/path-use.ts';

export interface FoundPath {
  readonly path: string;
  readonly folder: string;
}

const maxFiles = 1000;

export function foundFiles(
  { path, folder }: FoundPath,
  { below, splits, passes }: FoundPlace,
  access: Access,
): readonly string[] {
  const patterns = (below?.only ?? []).map(compileGlob);
  const isMeant = (own: string): boolean =>
    patterns.length === 0 || patterns.some((pattern) => pattern.matches(basename(own)));
  const skipped = { anywhere: new Set(below?.except), first: new Set<string>() };
  const files = readingsOf(path, folder).flatMap((reading) => {
    const start = followLinks(reading);
    const { isComplete, hasOptionName, odd, links, files: own } = treeFacts(start, skipped);
    if (!isComplete) throw new UnjudgeablePath(`names below ${path}, where there are too many to look at`);
    if (hasOptionName) throw new UnjudgeablePath(`names below ${path}, of which one is like an option`);
    const split = splits ? odd.find((name) => name.isFolder || isMeant(name.path)) : undefined;
    if (split !== undefined)
      throw new UnjudgeablePath(`${split.path}, a name that is taken apart where it is not quoted`);
    // Removing a link leaves alone what it leads to.
    const leading = access === 'delete' && passes !== true ? undefined : leadingLink(links, start);
    if (leading !== undefined)
      throw new UnjudgeablePath(`names below ${path}, of which ${leading} leads elsewhere`);
    return access === 'delete' ? own.filter(isMeant) : [];
  });
  return files.length > maxFiles ? [path] : [...new Set(files)];
}

export function refuseLeadingLinks({ path, folder }: FoundPath): void {
  for (const reading of readingsOf(path, folder)) {
    const start = followLinks(reading);
    const { links, isComplete } = treeFacts(start);
    const leading = leadingLink(links, start);
    if (leading !== undefined)
      throw new UnjudgeablePath(`a search that follows links, and ${leading} leads elsewhere`);
    if (!isComplete)
      throw new UnjudgeablePath('a search that follows links, through too many files to look for them');
  }
}

function leadingLink(links: readonly string[], start: string): string | undefined {
  return links.find((link) => !isWithin(followLinks(link), start));
}

export function refuseMoved(path: string): void {
  const { links, hasOptionName, isComplete } = treeFacts(path);
  if (links.length > 0)
    throw new UnjudgeablePath(`a link that is moved or copied: ${links[0]}; do that alone`);
  if (hasOptionName || !isComplete)
    throw new UnjudgeablePath(`what is in ${path}, moved or copied along with other commands; do that alone`);
}
