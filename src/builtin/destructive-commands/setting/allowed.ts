import { resolve } from 'node:path';
import { compileWildcard } from '../../../bounds/wildcard.ts';
import type { CallPlace, Finding } from '../rule.ts';

interface Allowed {
  readonly command?: string | undefined;
  readonly path?: string | undefined;
}

export function compileAllow({ command, path }: Allowed): (finding: Finding, place: CallPlace) => boolean {
  if (command !== undefined) {
    const matches = compileCommand(command);
    return ({ about }) => matches(about);
  }
  const pattern = path ?? '';
  return ({ paths }, { project }) => {
    const within = compileWildcard(resolve(project, pattern));
    return paths !== undefined && paths.length > 0 && paths.every(within);
  };
}

/** Signs that make more of a word than it says: they are matched by themselves only, never by a star. */
const lively = /\$|`|\.\.|[;|&<>(){}\n\\"']/;

/** A pattern of words: a star is any part of a word, and a last word that is a star any words. */
function compileCommand(pattern: string): (about: string) => boolean {
  const words = pattern.trim().split(/\s+/);
  const isOpen = words.at(-1) === '*';
  const fixed = (isOpen ? words.slice(0, -1) : words).map((word) => ({
    word,
    matches: compileWildcard(word),
  }));
  return (about) => {
    const own = about.trim().split(/\s+/);
    if (isOpen ? own.length < fixed.length : own.length !== fixed.length) return false;
    if (isOpen && own.slice(fixed.length).some((word) => lively.test(word))) return false;
    return fixed.every(({ word, matches }, at) => {
      const given = own[at] ?? '';
      return given === word || (matches(given) && !lively.test(given));
    });
  };
}
