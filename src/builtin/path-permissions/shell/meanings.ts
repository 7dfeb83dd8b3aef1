import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { followLinks, readingsOf, UnjudgeablePath } from '../../../files/follow-links.ts';
import { treeFacts } from '../../../files/tree-facts.ts';
import { isWithin } from '../../../files/within.ts';
import { systemFolders } from './table.ts';
import type { ShellWord } from './words.ts';

/** The name that a program is known by. One with a path is known only where the system keeps its own. */
export function programName(text: string): string {
  return text.includes('/') && systemFolders.has(dirname(text)) && existsSync(text) ? basename(text) : text;
}

/** Whether a program is where those are that somebody installed for all. */
export function isInstalled(text: string): boolean {
  const folder = dirname(text);
  return systemFolders.has(folder) || /^\/(?:usr\/local|opt\/homebrew)\/s?bin$/.test(folder);
}

/** A message rather than a path: long, with blanks, and without steps upward. */
export function isProse({ text, dynamic }: ShellWord): boolean {
  return dynamic === null && text.length > 200 && /\s/.test(text) && !/^[/~.]|\.\.\//.test(text);
}

/** Paths within words: `--file=/x`, `-f/x`, `of=x`, `host:/x`, `@/x`. */
export function valuesOf(words: readonly ShellWord[]): readonly ShellWord[] {
  return words
    .filter((word) => !isAddress(word))
    .flatMap((word) => {
      const starts = [...word.text.matchAll(/[@=:,+%!^](?=~?\/|\.)(?!\/\/)/g)].map(({ index }) => index + 1);
      const equals = word.text.indexOf('=');
      if (equals >= 0) starts.push(equals + 1);
      const attached = /^-[^-=]*?(?=[/~]|\.\.)/.exec(word.text);
      if (attached !== null) starts.push(attached[0].length);
      const texts = starts.slice(0, 20).map((start) => word.text.slice(start));
      return texts.filter((text) => text !== '').map((text) => ({ ...word, text }));
    });
}

export function isAddress({ text }: ShellWord): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

export function refuseDynamic({ dynamic }: ShellWord): void {
  if (dynamic !== null) throw new UnjudgeablePath(dynamic);
}

/** Links below that lead out of the folder, for a program that follows them. */
export function refuseLinks(path: string, folder: string): void {
  for (const reading of readingsOf(path, folder)) {
    const start = followLinks(resolve(reading));
    const { links, isComplete } = treeFacts(start);
    const leading = links.find((link) => !isWithin(followLinks(link), start));
    if (leading !== undefined)
      throw new UnjudgeablePath(`a search that follows links, and ${leading} leads elsewhere`);
    if (!isComplete)
      throw new UnjudgeablePath('a search that follows links, through too many files to look for them');
  }
}
