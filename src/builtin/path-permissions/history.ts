import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compileMatcher, type Matcher } from '../../engine/hooks/matcher.ts';

const maxPaths = 10_000;
const maxFiles = 2000;

export class PathHistory {
  readonly #known = new Set<string>();

  note(path: string): void {
    if (kindOf(path) === 'folder') return;
    this.#known.add(path);
    const [oldest] = this.#known;
    if (this.#known.size > maxPaths && oldest !== undefined) this.#known.delete(oldest);
  }

  isUnseen(path: string): boolean {
    return kindOf(path) === 'file' && !this.#known.has(path);
  }

  unseen(path: string, disposable: Matcher): string | null {
    const budget = { files: maxFiles };
    return this.#unseenAt(path, disposable, budget);
  }

  #unseenAt(path: string, disposable: Matcher, budget: { files: number }): string | null {
    if (disposable.matches(basename(path))) return null;
    if (kindOf(path) !== 'folder') return this.isUnseen(path) ? path : null;
    for (const name of readdirSync(path)) {
      budget.files -= 1;
      if (budget.files < 0) return path;
      const found = this.#unseenAt(join(path, name), disposable, budget);
      if (found !== null) return found;
    }
    return null;
  }
}

/** Removing a link or an empty file loses nothing that could be read. */
function kindOf(path: string): 'file' | 'folder' | 'other' {
  try {
    const facts = lstatSync(path);
    return facts.isDirectory() ? 'folder' : facts.isFile() && facts.size > 0 ? 'file' : 'other';
  } catch {
    return 'other';
  }
}

export function compileDisposable(patterns: readonly string[]): Matcher {
  if (patterns.length === 0) return { ...compileMatcher('*'), all: false, matches: () => false };
  return compileMatcher(patterns.join('|'));
}
